import { addDays } from '#shared/platform/days.ts';
import { type Change, type Follower, follow } from '../../../platform/db/change.ts';
import { ApiError } from '../../../platform/errors.ts';
import { partyDeleted, partyEnded, partyMade, partyRenamed } from '../../contractors/contractors.hooks.ts';
import {
  type KnownCalendar,
  lockCalendar,
  lockObligation,
  type ObligationRow,
} from '../calendars.queries.ts';
import { remakeOccurrences, todayIn } from '../occurrences/make-occurrences.ts';
import { t } from '../texts.ts';
import {
  findModel,
  findObligationsOf,
  findPartyName,
  findSeries,
  findSeriesWithout,
  lockSeries,
} from './series.queries.ts';
import { endOne, hasHistory, makeOne, remove, titleOf, write } from './series-rules.ts';

/** Whoever joins a list owes what is due from the next day on: nobody asked for what was due before they came. */
async function join(change: Change, organization: string, party: string): Promise<void> {
  // Before looking: whoever makes a series now has read the list already, or reads it with this one on it.
  await lockSeries(change.trx, organization);
  for (const series of await findSeriesWithout(change.trx, party)) {
    const calendar = await lockCalendar(change.trx, series.organization, series.calendar_id);
    if (!calendar) continue;
    const today = todayIn(calendar, change.at);
    const model = await findModel(change.trx, series.id, today);
    // A series that has ended, or whose obligations were all taken away, asks nobody any more.
    if (!model) continue;
    const { id: _id, title: _title, away, kept_end, ...asked } = model;
    const ends_on = away ? kept_end : model.ends_on;
    const asks = { ...asked, ends_on, kept_end: null };
    await makeOne(change, calendar, series, asks, { ...series, id: party }, addDays(today, 1));
  }
}

/** The obligations of a party, each locked after its calendar. */
async function* lockedOf(
  change: Change,
  party: string,
): AsyncGenerator<{ calendar: KnownCalendar; row: ObligationRow }> {
  for (const { id, organization, calendar_id } of await findObligationsOf(change.trx, party)) {
    const calendar = await lockCalendar(change.trx, organization, calendar_id);
    const row = await lockObligation(change.trx, organization, id);
    if (calendar && row) yield { calendar, row };
  }
}

/**
 * Ends the obligations of somebody who no longer works here: what was due stays due. One that has not begun goes. Who
 * comes back owes what they owed before, until the day on which it was to end.
 */
async function end(
  change: Change,
  { organization, party, ended }: { organization: string; party: string; ended: boolean },
): Promise<void> {
  for await (const { calendar, row } of lockedOf(change, party)) {
    if (!ended) {
      if (row.away)
        await remakeOccurrences(
          change,
          calendar,
          await write(change, row, { ends_on: row.kept_end, kept_end: null, away: false }),
        );
    } else await endOne(change, calendar, row, true);
  }
  if (!ended) await join(change, organization, party);
}

async function rename(change: Change, party: string): Promise<void> {
  const name = (await findPartyName(change.trx, party)) ?? '';
  for await (const { row } of lockedOf(change, party)) {
    const [series] = await findSeries(change.trx, [row.series ?? '']);
    if (series) await write(change, row, { title: titleOf(series.title, name) });
  }
}

/** @throws conflict where something was due: that stays, and so does whom it was asked of */
async function leave(change: Change, party: string): Promise<void> {
  for await (const { calendar, row } of lockedOf(change, party)) {
    if (await hasHistory(change, calendar, row))
      throw new ApiError('conflict', undefined, { message: t('series.kept') });
    await remove(change, row);
  }
}

/** What becomes of obligations over a list when its contractors, workers and sites change. */
export const seriesFollowers: readonly Follower[] = [
  follow(partyMade, (change, { organization, party }) => join(change, organization, party)),
  follow(partyRenamed, (change, { party }) => rename(change, party)),
  follow(partyEnded, end),
  follow(partyDeleted, (change, { party }) => leave(change, party)),
];
