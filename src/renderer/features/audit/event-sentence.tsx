import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { auditSentence } from '#shared/audit/audit-sentences.ts';
import styles from './audit.module.css';
import { changesWords } from './words.ts';

/** Who did what to which thing, and below it what changed. */
export function EventSentence({ event }: { event: AuditEvent }) {
  const { who, email, before, thing, after } = auditSentence(event);
  const changes = changesWords(event);
  return (
    <>
      <span className={styles.sentence}>
        <b>{who}</b> {email && <span className="meta">({email}) </span>}
        {before}
        {thing && <b>{thing}</b>}
        {after}
      </span>
      {changes && <span className={styles.changed}>{changes}</span>}
    </>
  );
}
