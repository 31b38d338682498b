import { MONTHS_AHEAD } from '#shared/calendars/recurrence.ts';
import { ESCALATED, nextStageOn, stageOn } from '#shared/calendars/status.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { findCalendar, findCalendars, findToMake, lockObligation } from './calendars.queries.ts';
import { makeOccurrences, todayIn } from './make-occurrences.ts';
import { claimStage, findToTellOf, setTellOn } from './occurrence-notices.queries.ts';
import { type OccurrenceNews, tellOfOccurrences } from './occurrence-notices.ts';
import { type ListedOccurrence, lockOccurrence } from './occurrences.queries.ts';

/** So many at once: a long transaction stops the embedded database. */
const AT_ONCE = 50;

type Needed = Pick<Deps, 'db' | 'changes' | 'now'>;

/**
 * Makes due days as far ahead as they are to be. Each obligation's row is locked while its own are made: two workers
 * make them one after the other, and the second finds them there.
 * @returns how many obligations were looked at
 */
export async function makeAhead({ db, changes, now }: Needed): Promise<number> {
  let looked = 0;
  for (;;) {
    const found = await findToMake(db, now(), MONTHS_AHEAD, AT_ONCE);
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
 * claims what is told, writes the notices and queues what follows from them: whoever dies on the way has told nothing,
 * and whoever comes second, from whatever process, finds it claimed.
 * @returns how many due days were looked at
 */
export async function tellOfDueDays({ db, changes, now }: Needed): Promise<number> {
  let looked = 0;
  for (;;) {
    const found = await findToTellOf(db, now(), AT_ONCE);
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
  const news: OccurrenceNews[] = [];
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
  await tellOfOccurrences(change, news);
}
