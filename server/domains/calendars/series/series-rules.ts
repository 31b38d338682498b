import { SERIES_TITLE_MAX } from '#shared/platform/limits.ts';
import type { Change } from '../../../platform/db/change.ts';
import { newId } from '../../../platform/ids.ts';
import { insertObligation, type KnownCalendar, type ObligationRow } from '../calendars.queries.ts';
import { audited } from '../obligations/obligation-rules.ts';
import { madeFrom, makeOccurrences } from '../occurrences/make-occurrences.ts';
import type { ListedParty } from './series.queries.ts';

/** The longest title of an obligation. */
const TITLE_MAX = 120;

/** `F30-1 · Excavaciones Maipo Ltda.`; a name that is too long is cut. */
export function titleOf(series: string, name: string): string {
  const room = TITLE_MAX - SERIES_TITLE_MAX - 3;
  const shown = name.length > room ? `${name.slice(0, room - 1)}…` : name;
  return `${series} · ${shown}`;
}

type Asked = Omit<
  ObligationRow,
  | 'id'
  | 'title'
  | 'group_id'
  | 'folder_id'
  | 'party'
  | 'made_from'
  | 'made_to'
  | 'version'
  | 'created_at'
  | 'updated_at'
>;

/**
 * Makes the obligation of one party of a list, with its due days. The calendar's row must be locked.
 * @param asked what it has in common with the others of its series
 * @param from the first day on which it may be due; by its own first day where absent
 */
export async function makeOne(
  change: Change,
  calendar: KnownCalendar,
  series: { readonly title: string; readonly group_id: string },
  asked: Asked,
  party: ListedParty,
  from: string = madeFrom(asked.starts_on),
): Promise<void> {
  const row = await insertObligation(change.trx, {
    ...asked,
    id: newId(),
    title: titleOf(series.title, party.name),
    ...{ group_id: series.group_id, folder_id: party.folder_id, party: party.id },
    ...{ made_from: from, made_to: null, version: 1, created_at: change.at, updated_at: change.at },
  });
  change.audit({
    action: 'obligation.create',
    targetType: 'obligation',
    targetId: row.id,
    after: audited(row),
  });
  await makeOccurrences(change, calendar, row);
}
