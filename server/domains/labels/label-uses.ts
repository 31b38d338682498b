import type { Actor } from '../../platform/actor.ts';
import { type Change, nextSeqs } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { dropDefaults, findUse, type LabelRow } from './labels.queries.ts';
import { t } from './texts.ts';

/**
 * Removes a label that is no longer assignable in libraries from their default labels: nothing could be uploaded into
 * those folders otherwise. Documents that have the label keep it.
 */
export async function removeFromDefaults(
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
export async function requireUnused(change: Change, actor: Actor, id: string): Promise<void> {
  const use = await findUse(change.trx, actor.organization, id);
  const by = [
    ['records', use.records],
    ['defaults', use.defaults.length],
    ['rules', use.rules],
    ['obligations', use.obligations],
  ] as const;
  const named = by.flatMap(([what, count]) => (count > 0 ? t(`labels.used.${what}`, { count }) : []));
  if (named.length === 0) return;
  const message = t('labels.inUse', { names: named.join(', ') });
  throw new ApiError('referenced', { by: named }, { message });
}
