import { useUser } from '../../../api/session-store.ts';
import styles from '../report.module.css';

/** On paper only: whose report it is, of which months, and what it is narrowed to. */
export function PaperHead({ lines }: { lines: readonly string[] }) {
  const { organization } = useUser();
  return (
    <div className={styles.paper}>
      <b>{organization.name}</b>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
