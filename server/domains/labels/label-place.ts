import { whyNotBelow } from '#shared/labels/label-tree.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { hasGroups } from '../libraries/groups.queries.ts';
import { type LabelRow, moveLabel } from './labels.queries.ts';
import { t } from './texts.ts';

/** @throws invalid, label_taken, label_cycle, label_depth */
export async function checkPlace(
  change: Change,
  actor: Actor,
  rows: readonly LabelRow[],
  after: LabelRow,
  before: LabelRow,
): Promise<void> {
  if (after.parent !== before.parent) {
    if (after.parent !== null && !rows.some((row) => row.id === after.parent))
      throw invalid('parent', t('labels.gone'));
    const why = whyNotBelow(rows, after.id, after.parent);
    if (why === 'cycle') throw new ApiError('label_cycle', { parent: t('labels.cycle') });
    if (why === 'depth') throw new ApiError('label_depth', { parent: t('labels.deep') });
  }
  const added = after.groups.filter((group) => !before.groups.includes(group));
  if (!(await hasGroups(change.trx, actor.organization, added))) throw invalid('groups', t('labels.library'));
  requireFreeName(rows, after, after.parent);
}

/** @throws label_taken naming the label */
function requireFreeName(rows: readonly LabelRow[], label: LabelRow, parent: string | null): void {
  const key = clashKey(label.name);
  const taken = rows.some(
    (row) => row.id !== label.id && row.parent === parent && clashKey(row.name) === key,
  );
  if (!taken) return;
  const sentence = t('labels.taken', { name: label.name });
  throw new ApiError('label_taken', { name: sentence }, { message: sentence });
}

export const isAbove = (rows: readonly LabelRow[], above: string, id: string): boolean =>
  whyNotBelow(rows, above, id) === 'cycle';

/** Moves the labels below a deleted label to another parent. @throws label_taken, label_depth */
export async function moveChildLabels(
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
    await moveLabel(change.trx, actor.organization, row);
  }
}
