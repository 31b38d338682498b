import { useUser } from '../../../api/session-store.ts';
import styles from '../report.module.css';

/** Printed only: the organization. What the report is about stands below it, as on the screen. */
export function PaperHead() {
  const { organization } = useUser();
  return (
    <div className={styles.paper}>
      <b>{organization.name}</b>
    </div>
  );
}
