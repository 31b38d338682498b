import { addDays, type Day } from '#shared/platform/days.ts';
import { type Change, type Follower, follow } from '../../../platform/db/change.ts';
import { ApiError } from '../../../platform/errors.ts';
import { partyDeleted, partyEnded, partyMade, partyRenamed } from '../../contractors/contractors.hooks.ts';
import {
  deleteObligation,
  type KnownCalendar,
  lockCalendar,
  lockObligation,
  type ObligationRow,
  updateObligation,
} from '../calendars.queries.ts';
import { audited, difference } from '../obligations/obligation-rules.ts';
import { remakeOccurrences, todayIn } from '../occurrences/make-occurrences.ts';
import { findHistories } from '../occurrences/occurrences.queries.ts';
import { t } from '../texts.ts';
import {
  findModel,
  findObligationsOf,
  findPartyName,
  findSeries,
  findSeriesWithout,
  lockSeries,
} from './series.queries.ts';
import { makeOne, titleOf } from './series-rules.ts';

/** Whoever joins a list owes what is due from the next day on: nobody asked for what was due before they came. */
async function join(change: Change, organization: string, party: string): Promise<void> {
  // Before looking: whoever makes a series now has read the list already, or reads it with this one on it.
  await lockSeries(change.trx, organization);
  for (const series of await findSeriesWithout(change.trx, party)) {
    const calendar = await lockCalendar(change.trx, series.organization, series.calendar_id);
    const model = await findModel(change.trx, series.id);
    // A series that has ended, or whose obligations were all taken away, asks nobody any more.
    if (!calendar || !model || model.ends_on !== null) continue;
    const { id: _id, title: _title, ...asked } = model;
    const from = addDays(todayIn(calendar, change.at), 1);
    await makeOne(change, calendar, series, asked, { ...series, id: party }, from);
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

async function write(
  change: Change,
  before: ObligationRow,
  set: Partial<Pick<ObligationRow, 'title' | 'ends_on'>>,
): Promise<ObligationRow> {
  const row = await updateObligation(change.trx, before.id, {
    ...set,
    version: before.version + 1,
    updated_at: change.at,
  });
  change.audit({
    action: 'obligation.update',
    targetType: 'obligation',
    targetId: row.id,
    ...difference(before, row),
  });
  return row;
}

/** What was due stays due. Whoever comes back owes what the others of the series owe. */
async function end(
  change: Change,
  { organization, party, ended }: { organization: string; party: string; ended: boolean },
): Promise<void> {
  for await (const { calendar, row } of lockedOf(change, party)) {
    const today = todayIn(calendar, change.at);
    const model = ended ? undefined : await findModel(change.trx, row.series ?? '');
    // Before its first day nothing was due: it cannot end before it begins.
    const last: Day = today > row.starts_on ? today : row.starts_on;
    const ends_on = ended
      ? row.ends_on !== null && row.ends_on < last
        ? row.ends_on
        : last
      : (model?.ends_on ?? null);
    if (ends_on !== row.ends_on)
      await remakeOccurrences(change, calendar, await write(change, row, { ends_on }));
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
    const histories = await findHistories(change.trx, calendar.id, todayIn(calendar, change.at));
    if (histories.some(({ obligation }) => obligation === row.id))
      throw new ApiError('conflict', undefined, { message: t('series.kept') });
    await deleteObligation(change.trx, row.id);
    change.audit({
      action: 'obligation.delete',
      targetType: 'obligation',
      targetId: row.id,
      before: audited(row),
    });
  }
}

/** What becomes of obligations over a list when its contractors, workers and sites change. */
export const seriesFollowers: readonly Follower[] = [
  follow(partyMade, (change, { organization, party }) => join(change, organization, party)),
  follow(partyRenamed, (change, { party }) => rename(change, party)),
  follow(partyEnded, end),
  follow(partyDeleted, (change, { party }) => leave(change, party)),
];
