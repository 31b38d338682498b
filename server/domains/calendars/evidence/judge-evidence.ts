import { type Decision, decisionBy, isAccepted } from '#shared/calendars/status.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Change } from '../../../platform/db/change.ts';
import { findCalendar, type ObligationRow } from '../calendars.queries.ts';
import { todayIn } from '../occurrences/make-occurrences.ts';
import { decideOccurrence } from '../occurrences/occurrence-decisions.queries.ts';
import { sendOccurrenceNotices } from '../occurrences/occurrence-notices.ts';
import {
  askFor,
  findOccurrenceOrganization,
  type ListedOccurrence,
  lockOccurrence,
} from '../occurrences/occurrences.queries.ts';
import { findEvidence, type LinkedEvidence, setAccepted, takeStale } from './occurrence-evidence.queries.ts';

/** What the documents that are linked to a due day make of it. Its row is locked. @returns its decision from now on */
export async function judgeEvidence(change: Change, row: ListedOccurrence): Promise<Decision> {
  const linked = (await findEvidence(change.trx, [row.id])).get(row.id) ?? [];
  const wanted = { minCount: row.min_count, acceptedStates: row.accepted_states };
  const shown = (each: LinkedEvidence) => ({
    state: each.state,
    there: each.there,
    accepted: each.accepted_at !== null,
  });
  const news = linked.filter((each) => each.accepted_at === null && isAccepted(wanted, shown(each)));
  await setAccepted(
    change.trx,
    row.id,
    news.map((each) => each.version_id),
    change.at,
  );
  const decision = decisionBy(wanted, linked.map(shown), row.decision);
  if (decision === row.decision) return decision;
  const done = decision === 'done';
  const today = todayIn(row, change.at);
  const set = {
    decision,
    touched: true,
    completed_on: done ? today : null,
    completed_by: done ? (linked.at(-1)?.linked_by ?? null) : null,
    tell_on: decision === 'open' ? today : null,
  };
  await decideOccurrence(change.trx, row.id, set, today);
  change.audit({
    action: `occurrence.${decision}`,
    targetType: 'occurrence',
    targetId: row.id,
    before: { decision: row.decision },
    after: { decision },
  });
  return decision;
}

/**
 * Settles the due days whose documents a change has touched, in the same transaction. Where a due day is no longer met,
 * its people are told.
 */
export async function judgeMarkedEvidence(change: Change): Promise<void> {
  for (const id of await takeStale(change.trx)) await judgeAgain(change, id);
}

/**
 * Judges the due days of an obligation that asks for something else now. Those that are over stay as they are: they are
 * judged by what was asked for then. The obligation's row must be locked.
 * @param today in the calendar's time zone
 */
export async function askAnew(change: Change, obligation: ObligationRow, today: Day): Promise<void> {
  for (const id of await askFor(change.trx, obligation.id, obligation, today)) await judgeAgain(change, id);
}

/** Judges a due day by its evidence. Its people are told where it is no longer met. */
async function judgeAgain(change: Change, id: string): Promise<void> {
  const organization = await findOccurrenceOrganization(change.trx, id);
  const row = organization ? await lockOccurrence(change.trx, organization, id) : undefined;
  if (!row) return;
  const decision = await judgeEvidence(change, row);
  if (row.decision !== 'done' || decision === 'done') return;
  const calendar = await findCalendar(change.trx, row.organization, row.calendar_id);
  if (calendar) await sendOccurrenceNotices(change, [{ type: 'CALENDAR.EVIDENCE', row, calendar }]);
}
