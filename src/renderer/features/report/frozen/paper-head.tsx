import { useUser } from '../../../api/session-store.ts';
import styles from '../report.module.css';

/** Printed only: the organization, the months and the filters of the report. */
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
