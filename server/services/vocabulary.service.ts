import { whyNotBelow } from '#shared/domain/label-tree.ts';
import { clashKey } from '#shared/domain/names.ts';
import type { LabelDetail, LabelUpdate, ManagedLabel, MergePreview } from '#shared/schemas/label.ts';
import type { Actor } from '../actor.ts';
import { type Change, type Executor, nextSeqs } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { findGroups, hasGroups } from '../repositories/groups.ts';
import {
  buryLabel,
  countBoth,
  countCarriers,
  dropDefaults,
  findLabels,
  findUse,
  type LabelRow,
  lockAllLibraries,
  rewriteExtra,
} from '../repositories/labels.ts';
import { lockOrganization } from '../repositories/organizations.ts';
import { presentLabels } from './labels.presenter.ts';
import { requireAdminStill } from './lock-libraries.ts';
import { joinedLibraries, replaceLabel } from './replace-label.ts';

/** The organization's labels, as its admins keep them. The edge asks for admins. */
export interface VocabularyService {
  list(actor: Actor): Promise<ManagedLabel[]>;
  /** @throws not_found */
  get(actor: Actor, id: string): Promise<LabelDetail>;
  /** @throws not_found, invalid, label_taken, label_cycle, label_depth, rev_changed with the label as it is */
  update(actor: Actor, id: string, body: LabelUpdate): Promise<ManagedLabel>;
  /** @throws not_found, invalid where there is no such other label */
  preview(actor: Actor, id: string, into: string): Promise<MergePreview>;
  /** One label for two: everything points at `into` from then on. @throws not_found, invalid, label_taken, label_depth */
  merge(actor: Actor, id: string, into: string): Promise<ManagedLabel>;
  /** What lies below moves up. @throws not_found, invalid, referenced naming by what, label_taken */
  remove(actor: Actor, id: string, replacement?: string): Promise<void>;
}

/** What a merge or an edit of labels starts from: nobody labels anything until its end. */
interface Locked {
  readonly rows: LabelRow[];
  readonly label: LabelRow;
  readonly libraries: readonly string[];
}

export function createVocabularyService({ db, changes }: Pick<Deps, 'db' | 'changes'>): VocabularyService {
  async function present(executor: Executor, actor: Actor, id?: string): Promise<ManagedLabel[]> {
    const [rows, counts] = [
      await findLabels(executor, actor.organization),
      await countCarriers(executor, actor.organization),
    ];
    const revs = new Map(rows.map((row) => [row.id, row.rev]));
    return presentLabels(rows)
      .filter((label) => id === undefined || label._id === id)
      .map((label) => ({ ...label, rev: revs.get(label._id) ?? 0, records: counts.get(label._id) ?? 0 }));
  }

  async function one(executor: Executor, actor: Actor, id: string): Promise<ManagedLabel> {
    const [label] = await present(executor, actor, id);
    if (!label) throw notFound();
    return label;
  }

  /**
   * The organization first, so that two changes of its labels are one after the other; then all of its libraries, so
   * that no document is given a label that is just going away.
   */
  async function lock(change: Change, actor: Actor, id: string): Promise<Locked> {
    await lockOrganization(change.trx, actor.organization);
    const libraries = await lockAllLibraries(change.trx, actor.organization);
    await requireAdminStill(change, actor);
    const rows = await findLabels(change.trx, actor.organization);
    const label = rows.find((row) => row.id === id);
    if (!label) throw notFound();
    return { rows, label, libraries };
  }

  const target = ({ rows, label }: Pick<Locked, 'rows' | 'label'>, into: string, field: string): LabelRow => {
    const found = rows.find((row) => row.id === into);
    if (!found) throw invalid(field, 'Esa etiqueta ya no existe.');
    if (found.id === label.id) throw invalid(field, 'Elige otra etiqueta.');
    return found;
  };

  return {
    list: (actor) => present(db, actor),

    async get(actor, id) {
      const label = await one(db, actor, id);
      return { ...label, use: await findUse(db, actor.organization, id) };
    },

    update: (actor, id, body) =>
      changes.run(actor, async (change) => {
        const locked = await lock(change, actor, id);
        const { label: before, rows, libraries } = locked;
        if (body.rev !== before.rev) {
          throw new ApiError(
            'rev_changed',
            { current: await one(change.trx, actor, id) },
            { message: 'Alguien modificó esta etiqueta mientras tanto.' },
          );
        }
        const after: LabelRow = {
          ...before,
          name: body.name ?? before.name,
          icon: body.icon ?? before.icon,
          parent: body.parent === undefined ? before.parent : body.parent,
          groups: body.groups ?? before.groups,
        };
        const changed = differing(before, after);
        if (!changed) return one(change.trx, actor, id);
        await checkPlace(change, actor, rows, after, before);
        await change.trx
          .updateTable('labels')
          .set({ name: after.name, icon: after.icon, parent: after.parent, groups: after.groups })
          .set({ rev: before.rev + 1 })
          .where('id', '=', id)
          .execute();
        if (after.name !== before.name) await rewriteExtra(change.trx, actor.organization, id);
        await withdraw(change, actor, after, libraries);
        change.audit({ action: 'label.update', targetType: 'label', targetId: id, ...changed });
        tell(change, libraries);
        return one(change.trx, actor, id);
      }),

    async preview(actor, id, into) {
      const rows = await findLabels(db, actor.organization);
      const label = rows.find((row) => row.id === id);
      if (!label) throw notFound();
      const other = target({ rows, label }, into, 'into');
      const groups = joinedLibraries(label, other);
      const names = new Map(
        (await findGroups(db, actor.organization, null)).map((row) => [row.id, row.name]),
      );
      return {
        use: await findUse(db, actor.organization, id),
        both: await countBoth(db, actor.organization, id, into),
        groups: groups.map((group) => ({ _id: group, name: names.get(group) ?? '' })),
        widened: isWidened(other, groups),
        children: rows.flatMap((row) => (row.parent === id ? { _id: row.id, name: row.name } : [])),
      };
    },

    merge: (actor, id, into) =>
      changes.run(actor, async (change) => {
        const locked = await lock(change, actor, id);
        const other = target(locked, into, 'into');
        const kept = await replaceLabel(change, actor, locked, other);
        // What lay below the one comes to lie below the other; were that one below itself, it takes its place first.
        const rows = locked.rows.map((row) => (row.id === kept.id ? kept : row));
        const parent = isAbove(rows, id, into) ? locked.label.parent : kept.parent;
        await rehang(change, actor, rows, { label: locked.label, below: into, kept: { ...kept, parent } });
        await buryLabel(change.trx, actor.organization, locked.label, into, change.at);
        change.audit({
          action: 'label.merge',
          targetType: 'label',
          targetId: id,
          before: { name: locked.label.name },
          after: { into, name: other.name },
        });
        tell(change, locked.libraries);
        return one(change.trx, actor, into);
      }),

    remove: (actor, id, replacement) =>
      changes.run(actor, async (change) => {
        const locked = await lock(change, actor, id);
        const { label, rows } = locked;
        const other = replacement === undefined ? null : target(locked, replacement, 'replacement');
        if (other) await replaceLabel(change, actor, locked, other);
        else await requireUnused(change, actor, id);
        await rehang(change, actor, rows, { label, below: label.parent });
        await buryLabel(change.trx, actor.organization, label, other?.id ?? null, change.at);
        change.audit({
          action: 'label.delete',
          targetType: 'label',
          targetId: id,
          before: { name: label.name, parent: label.parent, groups: label.groups },
          ...(other ? { after: { replacement: other.id, name: other.name } } : {}),
        });
        tell(change, locked.libraries);
      }),
  };
}

/** Who has a library open looks again: names of labels stand in its lists, and what can be chosen in its forms. */
function tell(change: Change, libraries: readonly string[]): void {
  for (const group of libraries) change.announce({ kind: 'folder.changed', folder: group, group });
}

const SHOWN = ['name', 'icon', 'parent', 'groups'] as const;

function differing(before: LabelRow, after: LabelRow): { before: object; after: object } | null {
  const fields = SHOWN.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (fields.length === 0) return null;
  const of = (row: LabelRow) => Object.fromEntries(fields.map((field) => [field, row[field]]));
  return { before: of(before), after: of(after) };
}

/** @throws invalid, label_taken, label_cycle, label_depth */
async function checkPlace(
  change: Change,
  actor: Actor,
  rows: readonly LabelRow[],
  after: LabelRow,
  before: LabelRow,
): Promise<void> {
  if (after.parent !== before.parent) {
    if (after.parent !== null && !rows.some((row) => row.id === after.parent))
      throw invalid('parent', 'Esa etiqueta ya no existe.');
    const why = whyNotBelow(rows, after.id, after.parent);
    if (why === 'cycle')
      throw new ApiError('label_cycle', { parent: 'Una etiqueta no puede quedar dentro de sí misma.' });
    if (why === 'depth') throw new ApiError('label_depth', { parent: 'Ahí quedaría demasiado abajo.' });
  }
  const added = after.groups.filter((group) => !before.groups.includes(group));
  if (!(await hasGroups(change.trx, actor.organization, added)))
    throw invalid('groups', 'Una de esas bibliotecas ya no existe.');
  requireFreeName(rows, after, after.parent);
}

/** @throws label_taken naming the label */
function requireFreeName(rows: readonly LabelRow[], label: LabelRow, parent: string | null): void {
  const key = clashKey(label.name);
  const taken = rows.some(
    (row) => row.id !== label.id && row.parent === parent && clashKey(row.name) === key,
  );
  if (!taken) return;
  const sentence = `Ya hay una etiqueta «${label.name}» en ese lugar.`;
  throw new ApiError('label_taken', { name: sentence }, { message: sentence });
}

/**
 * A label that was withdrawn from libraries stays on the documents that have it there; new ones cannot start with it,
 * or nothing could be uploaded into those folders any more.
 */
async function withdraw(
  change: Change,
  actor: Actor,
  label: LabelRow,
  libraries: readonly string[],
): Promise<void> {
  if (label.groups.length === 0) return;
  const { defaults } = await findUse(change.trx, actor.organization, label.id);
  const outside = new Set(
    defaults.map(({ group }) => group).filter((group) => !label.groups.includes(group)),
  );
  if (outside.size === 0) return;
  const seqs = await nextSeqs(
    change.trx,
    libraries.filter((group) => outside.has(group)),
  );
  await dropDefaults(change.trx, actor.organization, label.id, seqs);
}

/** @throws referenced */
async function requireUnused(change: Change, actor: Actor, id: string): Promise<void> {
  const use = await findUse(change.trx, actor.organization, id);
  const by = [
    [use.records, 'documento', 'documentos'],
    [
      use.defaults.length,
      'carpeta o biblioteca que parte con ella',
      'carpetas y bibliotecas que parten con ella',
    ],
    [use.rules, 'regla', 'reglas'],
    [use.obligations, 'obligación', 'obligaciones'],
  ] as const;
  const named = by.flatMap(([count, single, many]) =>
    count > 0 ? `${count} ${count === 1 ? single : many}` : [],
  );
  if (named.length === 0) return;
  throw new ApiError(
    'referenced',
    { by: named },
    {
      message: `Todavía la usan: ${named.join(', ')}. Elige qué etiqueta queda en su lugar.`,
    },
  );
}

const isWidened = (label: LabelRow, groups: readonly string[]): boolean =>
  label.groups.length > 0 && (groups.length === 0 || groups.length > label.groups.length);

const isAbove = (rows: readonly LabelRow[], above: string, id: string): boolean =>
  whyNotBelow(rows, above, id) === 'cycle';

/** What lies below a label that goes is put below another one. @throws label_taken, label_depth */
async function rehang(
  change: Change,
  actor: Actor,
  rows: readonly LabelRow[],
  { label, below, kept }: { label: LabelRow; below: string | null; kept?: LabelRow },
): Promise<void> {
  const moving = rows.filter((row) => row.parent === label.id && row.id !== below);
  const ids = new Set(moving.map((row) => row.id));
  const after = rows
    .filter((row) => row.id !== label.id)
    .map((row) => (row.id === kept?.id ? kept : ids.has(row.id) ? { ...row, parent: below } : row));
  for (const row of [...moving.map((each) => ({ ...each, parent: below })), ...(kept ? [kept] : [])]) {
    requireFreeName(after, row, row.parent);
    if (whyNotBelow(after, row.id, row.parent)) throw new ApiError('label_depth');
    await change.trx
      .updateTable('labels')
      .set({ parent: row.parent, rev: row.rev + 1 })
      .where('organization', '=', actor.organization)
      .where('id', '=', row.id)
      .execute();
  }
}
