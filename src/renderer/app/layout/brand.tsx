import { useTranslation } from 'react-i18next';
import { Logo } from '../../components/page/logo.tsx';
import styles from './brand.module.css';

export function Brand({ size = 24 }: { size?: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles.brand}>
      <Logo size={size} />
      <b>{t('product')}</b>
    </span>
  );
}
