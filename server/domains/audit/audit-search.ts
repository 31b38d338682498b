import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { auditText } from '#shared/audit/audit-sentences.ts';
import { fieldWords } from '#shared/audit/audit-values.ts';
import { AUDIT_ACTIONS, AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import type { MomentPosition } from '../../platform/lists/moment-cursor.ts';
import { currentGone } from '../../platform/request-scope.ts';
import type { AuditRow } from './audit.queries.ts';

/** Events read at once, and the most that one call looks at (docs/decisions/0111-search-of-the-audit-trail.md). */
const PER_READ = 500;
const MOST = 5_000;

/** The words of an event as its reader sees them, ready for comparison. What is closed to the reader is not among them. */
function foldedWords(event: AuditEvent): string {
  const words = [
    auditText(event),
    AUDIT_ACTIONS[event.action],
    AUDIT_TYPES[event.target.type],
    event.ip,
    ...event.changes.flatMap(({ field, before, after }) => [fieldWords(field), before, after]),
  ];
  return foldText(words.filter((word) => word != null).join(' '));
}

/** Whether an event has all words of a text. */
export function auditMatcher(text: string): (event: AuditEvent) => boolean {
  const sought = foldText(text).split(/\s+/).filter(Boolean);
  return (event) => {
    const words = foldedWords(event);
    return sought.every((word) => words.includes(word));
  };
}

/**
 * Searches the trail for a text, newest first. Compares what the reader is shown and not what is stored: the trail has
 * ids where people read names, and the names of documents that are closed to this admin.
 *
 * @returns the events found, and the row behind which the search goes on; null at the end of the trail
 */
export async function searchAudit(
  text: string,
  limit: number,
  after: MomentPosition | null,
  read: (after: MomentPosition | null, limit: number) => Promise<AuditRow[]>,
  present: (rows: readonly AuditRow[]) => Promise<AuditEvent[]>,
): Promise<{ items: AuditEvent[]; last: AuditRow | null }> {
  const matches = auditMatcher(text);
  const items: AuditEvent[] = [];
  for (let from = after, seen = 0; ; ) {
    currentGone()?.throwIfAborted();
    const rows = await read(from, PER_READ);
    const events = await present(rows);
    for (const [index, event] of events.entries()) {
      if (!matches(event)) continue;
      items.push(event);
      if (items.length === limit) return { items, last: rows[index] ?? null };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PER_READ) return { items, last: null };
    seen += rows.length;
    if (seen >= MOST) return { items, last };
    from = { at: last.at.toISOString(), id: last.id };
  }
}
