import { ownType } from '#shared/compliance/templates.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { foldedKey } from '#shared/platform/texts/sort-key.ts';
import type { ItemState } from '#shared/starting/starter-set.ts';
import { type Actor, hasRole, isArchived } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { findCalendars } from '../calendars/calendars.queries.ts';
import { findRulesIn } from '../compliance/compliance-rules.queries.ts';
import { listFolders } from '../documents/folders/folders.queries.ts';
import { findTypes } from '../labels/document-types.queries.ts';
import { findLabels } from '../labels/labels.queries.ts';
import { findGroups } from '../libraries/groups.queries.ts';
import type { SetItem, SetItemOf } from './set-items.ts';
import { findObligationTitles } from './starting.queries.ts';

/** What an organization has of a set, by the rules by which its names are compared. */
export interface Existing {
  /** By an item's key: what there is of it. */
  readonly ids: ReadonlyMap<string, string>;
  /** Keys of items that cannot be made: their library is archived, or the actor may not upload there. */
  readonly closed: ReadonlySet<string>;
  /** Keys of labels that are for some libraries only, and so no default of a new one. */
  readonly narrow: ReadonlySet<string>;
}

export const stateOf = ({ ids, closed }: Existing, key: string): ItemState =>
  ids.has(key) ? 'exists' : closed.has(key) ? 'closed' : 'new';

/** Finds what the organization has of these items. Does not check visibility: the routes require an admin. */
export async function findExisting(
  executor: Executor,
  actor: Actor,
  items: readonly SetItem[],
): Promise<Existing> {
  const ids = new Map<string, string>();
  const closed = new Set<string>();
  const narrow = new Set<string>();
  const keep = (key: string, id: string | undefined): void => {
    if (id !== undefined) ids.set(key, id);
  };
  const of = <K extends SetItem['kind']>(kind: K): SetItemOf<K>[] =>
    items.filter((item): item is SetItemOf<K> => item.kind === kind);

  const types = await findTypes(executor, actor.organization);
  for (const { key, type } of of('type')) keep(key, ownType({ type }, types)?.id);

  const labels = await findLabels(executor, actor.organization);
  for (const { key, name, within } of of('label')) {
    const parent = within === null ? null : ids.get(within);
    const found = labels.find((row) => row.parent === parent && clashKey(row.name) === clashKey(name));
    keep(key, found?.id);
    if (found && found.groups.length > 0) narrow.add(key);
  }

  const groups = await findGroups(executor, actor.organization, null);
  for (const { key, name } of of('library')) {
    keep(key, groups.find((row) => foldedKey(row.name) === foldedKey(name))?.id);
  }

  const folders = new Map<string, Awaited<ReturnType<typeof listFolders>>>();
  for (const { key, name, within, library } of of('folder')) {
    const group = ids.get(library);
    if (group === undefined) continue;
    const rows = folders.get(group) ?? (await listFolders(executor, group));
    folders.set(group, rows);
    const parent = within === library ? null : ids.get(within ?? '');
    keep(key, rows.find((row) => row.parent === parent && row.name_key === clashKey(name))?.id);
    const takes = hasRole(actor, group, 'upload');
    if (!ids.has(key) && !takes) closed.add(key);
    if (isArchived(actor, group)) closed.add(key);
  }

  const inside = of('rule').flatMap(({ folder }) => ids.get(folder) ?? []);
  const rules = await findRulesIn(executor, [...new Set(inside)]);
  for (const { key, folder, rule } of of('rule')) {
    const at = ids.get(folder);
    const own = rules.find((row) => row.folder_id === at && clashKey(row.name) === clashKey(rule.name));
    keep(key, own?.id);
    if (!own && closed.has(folder)) closed.add(key);
  }

  const calendars = await findCalendars(executor, actor.organization);
  for (const { key, name } of of('calendar')) {
    keep(key, calendars.find((row) => row.name_key === clashKey(name))?.id);
  }
  const obligations = await findObligationTitles(executor, actor.organization);
  for (const { key, name } of of('obligation')) {
    keep(key, obligations.find(({ title }) => clashKey(title) === clashKey(name))?.id);
  }
  return { ids, closed, narrow };
}
