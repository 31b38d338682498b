import { MONTHS_AHEAD } from '#shared/calendars/recurrence.ts';
import { ESCALATED, nextStageOn, stageOn } from '#shared/calendars/status.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  findCalendar,
  findCalendars,
  findObligationsToExtend,
  lockObligation,
} from '../calendars.queries.ts';
import { makeOccurrences, todayIn } from './make-occurrences.ts';
import { claimStage, findDueForNotice, setTellOn } from './occurrence-notices.queries.ts';
import { type OccurrenceNotice, sendOccurrenceNotices } from './occurrence-notices.ts';
import { type ListedOccurrence, lockOccurrence } from './occurrences.queries.ts';

/** How many are handled in one transaction: a long one blocks the embedded database. */
const AT_ONCE = 50;

type Needed = Pick<Deps, 'db' | 'changes' | 'now'>;

/**
 * Makes due days as far ahead as they must reach. Each obligation's row is locked meanwhile: of two workers the second
 * finds the days made.
 * @returns how many obligations were handled
 */
export async function makeUpcomingOccurrences({ db, changes, now }: Needed): Promise<number> {
  let looked = 0;
  for (;;) {
    const found = await findObligationsToExtend(db, now(), MONTHS_AHEAD, AT_ONCE);
    for (const { id, organization } of found) {
      await changes.run({ organization, user: null, ip: null }, async (change) => {
        const row = await lockObligation(change.trx, organization, id);
        const calendar = row && (await findCalendar(change.trx, organization, row.calendar_id));
        if (row && calendar) await makeOccurrences(change, calendar, row);
      });
    }
    looked += found.length;
    if (found.length < AT_ONCE) return looked;
  }
}

/**
 * Tells people of due days that come near, and of those that are over (docs/domain/calendars.md). One transaction
 * claims what is told, writes the notifications and queues what follows. So a process that dies has told nothing, and a
 * second process finds the notices claimed.
 * @returns how many due days were handled
 */
export async function sendDueDayNotices({ db, changes, now }: Needed): Promise<number> {
  let looked = 0;
  for (;;) {
    const found = await findDueForNotice(db, now(), AT_ONCE);
    if (!found) return looked;
    const { organization, ids } = found;
    await changes.run({ organization, user: null, ip: null }, (change) => tell(change, organization, ids));
    looked += ids.length;
  }
}

async function tell(change: Change, organization: string, ids: readonly string[]): Promise<void> {
  const rows: ListedOccurrence[] = [];
  for (const id of ids) {
    const row = await lockOccurrence(change.trx, organization, id);
    if (row) rows.push(row);
  }
  const calendars = new Map(
    (await findCalendars(change.trx, organization, [...new Set(rows.map((row) => row.calendar_id))])).map(
      (each) => [each.id, each],
    ),
  );
  const news: OccurrenceNotice[] = [];
  for (const row of rows) {
    const calendar = calendars.get(row.calendar_id);
    const today = todayIn(row, change.at);
    const open = row.decision === 'open';
    const stage = open ? stageOn(row.due_on, row.lead_days, today) : null;
    if (calendar && stage !== null && (await claimStage(change.trx, row.id, row.due_on, stage, change.at))) {
      news.push({ type: stage === ESCALATED ? 'CALENDAR.OVERDUE' : 'CALENDAR.DUE', row, calendar });
    }
    await setTellOn(change.trx, row.id, open ? nextStageOn(row.due_on, row.lead_days, today) : null);
  }
  await sendOccurrenceNotices(change, news);
}
