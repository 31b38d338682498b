import { clashKey } from '#shared/domain/names.ts';
import { sortKey } from '#shared/domain/sort-key.ts';
import type { Label, LabelCreate } from '#shared/schemas/label.ts';
import type { Named } from '#shared/schemas/primitives.ts';
import { type Actor, isMember } from '../actor.ts';
import type { Executor } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../errors.ts';
import { newId } from '../ids.ts';
import { hasGroups } from '../repositories/groups.ts';
import { lockOrganization } from '../repositories/organizations.ts';

const SEARCH_ROWS = 50;

export interface LabelsService {
  /** All labels of the organization in the order of their paths; those assignable in a library where one is named. */
  list(actor: Actor, group?: string): Promise<Label[]>;
  /** By text in name or path, accents and case aside, without those already selected. */
  search(
    actor: Actor,
    query: { text: string; exclude?: readonly string[] | undefined; group?: string | undefined },
  ): Promise<Label[]>;
  /** @throws invalid (a parent or library that is not there), label_taken */
  create(actor: Actor, body: LabelCreate): Promise<Label>;
  /** Document types of the organization. */
  types(actor: Actor): Promise<(Named & { code: string })[]>;
}

export function createLabelsService({ db, changes }: Deps): LabelsService {
  async function list(actor: Actor, group?: string): Promise<Label[]> {
    // Somebody without any library gets empty lists; a library that one is no member of has no labels to choose.
    if (actor.memberships.length === 0 && !actor.isAdmin) return [];
    if (group !== undefined && !isMember(actor, group) && !actor.isAdmin) return [];
    const rows = await findLabels(db, actor.organization);
    return presentLabels(rows).filter(
      (label) => group === undefined || label.groups.length === 0 || label.groups.includes(group),
    );
  }
  return {
    list,
    async search(actor, { text, exclude = [], group }) {
      const wanted = fold(text);
      const labels = await list(actor, group);
      return labels
        .filter((label) => !exclude.includes(label._id) && fold(labelPath(label)).includes(wanted))
        .sort((a, b) => Number(fold(b.name).startsWith(wanted)) - Number(fold(a.name).startsWith(wanted)))
        .slice(0, SEARCH_ROWS);
    },

    create: (actor, { name, icon, parent, groups }) =>
      changes.run(actor, async (change) => {
        // Names are compared: two labels of one name at once must not both be the first.
        await lockOrganization(change.trx, actor.organization);
        const rows = await findLabels(change.trx, actor.organization);
        if (parent !== null && !rows.some((row) => row.id === parent)) {
          throw invalid('parent', 'Esa etiqueta ya no existe.');
        }
        if (!(await hasGroups(change.trx, actor.organization, groups))) {
          throw invalid('groups', 'Una de esas bibliotecas ya no existe.');
        }
        const taken = rows.some((row) => row.parent === parent && clashKey(row.name) === clashKey(name));
        if (taken) throw new ApiError('label_taken');
        const row = { id: newId(), name, icon, parent, groups };
        await change.trx
          .insertInto('labels')
          .values({ ...row, organization: actor.organization })
          .execute();
        change.audit({
          action: 'label.create',
          targetType: 'label',
          targetId: row.id,
          after: { name, parent, groups },
        });
        const made = presentLabels([...rows, row]).find((label) => label._id === row.id);
        if (!made) throw new ApiError('internal');
        return made;
      }),

    async types(actor) {
      if (actor.memberships.length === 0 && !actor.isAdmin) return [];
      const rows = await db
        .selectFrom('document_types')
        .select(['id as _id', 'name', 'code'])
        .where('organization', '=', actor.organization)
        .execute();
      return rows.sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
    },
  };
}

const fold = (text: string): string =>
  clashKey(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

/** `root / parent / name` (spec §3). */
const labelPath = (label: Pick<Label, 'name' | 'parent' | 'rootParent'>): string =>
  [label.rootParent, label.parent]
    .filter((each, index, all): each is Named => each !== null && (index === 0 || each._id !== all[0]?._id))
    .map((each) => each.name)
    .concat(label.name)
    .join(' / ');

const findLabels = (executor: Executor, organization: string): Promise<LabelRow[]> =>
  executor
    .selectFrom('labels')
    .select(['id', 'name', 'icon', 'parent', 'groups'])
    .where('organization', '=', organization)
    .execute();

interface LabelRow {
  id: string;
  name: string;
  icon: string;
  parent: string | null;
  groups: string[];
}

function presentLabels(rows: readonly LabelRow[]): Label[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = (row: LabelRow | undefined): Named | null => (row ? { _id: row.id, name: row.name } : null);
  const rootOf = (row: LabelRow): LabelRow | undefined => {
    let at = row.parent ? byId.get(row.parent) : undefined;
    while (at?.parent) at = byId.get(at.parent);
    return at;
  };
  const children = Map.groupBy(rows, (row) => row.parent);
  const labels = rows.map((row) => {
    const shown: Label = {
      _id: row.id,
      name: row.name,
      icon: row.icon,
      parent: named(row.parent ? byId.get(row.parent) : undefined),
      rootParent: named(rootOf(row)),
      children: (children.get(row.id) ?? []).map((child) => child.id),
      groups: row.groups,
    };
    return { shown, key: sortKey(labelPath(shown)) };
  });
  return labels.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ shown }) => shown);
}
