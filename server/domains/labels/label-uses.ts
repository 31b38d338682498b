import type { Actor } from '../../platform/actor.ts';
import { type Change, nextSeqs } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { dropDefaults, findUse, type LabelRow } from './labels.queries.ts';

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
