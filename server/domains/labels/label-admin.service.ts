import type { LabelDetail, LabelUpdate, ManagedLabel, MergePreview } from '#shared/labels/labels.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { findGroups } from '../libraries/groups.queries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { checkPlace, isAbove, moveChildLabels } from './label-place.ts';
import { removeFromDefaults, requireUnused } from './label-uses.ts';
import { presentLabels } from './labels.presenter.ts';
import {
  countBoth,
  countLabelledRecords,
  deleteLabel,
  findLabels,
  findUse,
  type LabelRow,
  lockAllLibraries,
  rewriteExtra,
  updateLabel,
} from './labels.queries.ts';
import { joinedLibraries, replaceLabel } from './replace-label.ts';
import { t } from './texts.ts';

/** What a merge or an edit of labels starts from. Nobody labels anything until it ends. */
interface Locked {
  readonly rows: LabelRow[];
  readonly label: LabelRow;
  readonly libraries: readonly string[];
}

/** The organization's labels, as its admins edit them. The routes require an admin. */
export function createLabelAdminService({ db, changes }: Pick<Deps, 'db' | 'changes'>) {
  async function present(executor: Executor, actor: Actor, id?: string): Promise<ManagedLabel[]> {
    const [rows, counts] = [
      await findLabels(executor, actor.organization),
      await countLabelledRecords(executor, actor.organization),
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
   * Locks the organization, so that changes of labels run one after the other. Then locks all of its libraries, so that
   * no document gets a label that is being deleted.
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
    if (!found) throw invalid(field, t('labels.gone'));
    if (found.id === label.id) throw invalid(field, t('labels.other'));
    return found;
  };

  return {
    list: (actor: Actor): Promise<ManagedLabel[]> => present(db, actor),

    /** @throws not_found */
    async get(actor: Actor, id: string): Promise<LabelDetail> {
      const label = await one(db, actor, id);
      return { ...label, use: await findUse(db, actor.organization, id) };
    },

    /** @throws not_found, invalid, label_taken, label_cycle, label_depth, rev_changed with the label as it is */
    update: (actor: Actor, id: string, body: LabelUpdate): Promise<ManagedLabel> =>
      changes.run(actor, async (change) => {
        const locked = await lock(change, actor, id);
        const { label: before, rows, libraries } = locked;
        if (body.rev !== before.rev) {
          throw new ApiError(
            'rev_changed',
            { current: await one(change.trx, actor, id) },
            { message: t('labels.changed') },
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
        await updateLabel(change.trx, id, {
          name: after.name,
          icon: after.icon,
          parent: after.parent,
          groups: after.groups,
          rev: before.rev + 1,
        });
        if (after.name !== before.name) await rewriteExtra(change.trx, actor.organization, id);
        await removeFromDefaults(change, actor, after, libraries);
        change.audit({ action: 'label.update', targetType: 'label', targetId: id, ...changed });
        tell(change, libraries);
        return one(change.trx, actor, id);
      }),

    /** @throws not_found, invalid where there is no such other label */
    async preview(actor: Actor, id: string, into: string): Promise<MergePreview> {
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

    /**
     * Merges a label into another: everything that had it has `into` from then on.
     * @throws not_found, invalid, label_taken, label_depth
     */
    merge: (actor: Actor, id: string, into: string): Promise<ManagedLabel> =>
      changes.run(actor, async (change) => {
        const locked = await lock(change, actor, id);
        const other = target(locked, into, 'into');
        const kept = await replaceLabel(change, actor, locked, other);
        // Labels below the merged one move below the other. Where the other lies below the merged one, it takes its
        // place first.
        const rows = locked.rows.map((row) => (row.id === kept.id ? kept : row));
        const parent = isAbove(rows, id, into) ? locked.label.parent : kept.parent;
        await moveChildLabels(change, actor, rows, {
          label: locked.label,
          below: into,
          kept: { ...kept, parent },
        });
        await deleteLabel(change.trx, actor.organization, locked.label, into, change.at);
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

    /**
     * Deletes a label. Labels below it move up.
     * @throws not_found, invalid, referenced with what still uses it, label_taken
     */
    remove: (actor: Actor, id: string, replacement?: string): Promise<void> =>
      changes.run(actor, async (change) => {
        const locked = await lock(change, actor, id);
        const { label, rows } = locked;
        const other = replacement === undefined ? null : target(locked, replacement, 'replacement');
        if (other) await replaceLabel(change, actor, locked, other);
        else await requireUnused(change, actor, id);
        await moveChildLabels(change, actor, rows, { label, below: label.parent });
        await deleteLabel(change.trx, actor.organization, label, other?.id ?? null, change.at);
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

/** Screens that show these libraries fetch again: their lists hold names of labels, their forms the choices. */
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

const isWidened = (label: LabelRow, groups: readonly string[]): boolean =>
  label.groups.length > 0 && (groups.length === 0 || groups.length > label.groups.length);
