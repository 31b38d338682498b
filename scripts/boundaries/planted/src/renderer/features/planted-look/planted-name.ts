// planted: unknown-class
import styles from './look.module.css';
export const names = [styles.shown, styles.misspelt];
