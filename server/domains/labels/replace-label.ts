import { replacedIds } from '#shared/platform/replaced-ids.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Change, nextSeqs } from '../../platform/db/change.ts';
import { labelReplaced } from './labels.hooks.ts';
import {
  findCarriers,
  findSearchesWith,
  findUse,
  type LabelRow,
  relabelDefaults,
  relabelObligations,
  relabelRecords,
  updateLabel,
  updateSearchQuery,
} from './labels.queries.ts';

/** More documents than these are not told of one by one: their libraries are. */
const TOLD_ONE_BY_ONE = 100;

/**
 * Puts one label in the place of another wherever it stands: both faces of every document, what new documents start
 * with, rules and kept searches. The caller holds the organization and all of its libraries, and buries the other one.
 *
 * What is published changes too (docs/decisions: one label for two): a snapshot names labels by id, as it names people
 * and libraries, so that a label that is renamed is shown by its new name there as well. That two labels are one is
 * said of the vocabulary, not of the document: its version, its state and its approval stay as they are.
 * @returns the label that stays, with the libraries of both
 */
export async function replaceLabel(
  change: Change,
  actor: Actor,
  { label, libraries }: { label: LabelRow; libraries: readonly string[] },
  other: LabelRow,
): Promise<LabelRow> {
  const { trx, at } = change;
  const { organization } = actor;
  const pair = { from: label.id, to: other.id };
  const carriers = await findCarriers(trx, organization, label.id);
  const { defaults } = await findUse(trx, organization, label.id);
  const touched = new Set([...carriers.map(({ group }) => group), ...defaults.map(({ group }) => group)]);
  const seqs = await nextSeqs(
    trx,
    libraries.filter((group) => touched.has(group)),
  );
  await relabelRecords(trx, organization, pair, { user: actor.user, ip: actor.ip, at }, seqs);
  await relabelDefaults(trx, organization, pair, seqs);
  await change.tell(labelReplaced, { organization, ...pair });
  await relabelObligations(trx, organization, pair);
  for (const { id, query } of await findSearchesWith(trx, organization, label.id)) {
    await updateSearchQuery(trx, id, relabelledQuery(query, pair));
  }
  const kept: LabelRow = { ...other, groups: joinedLibraries(label, other), rev: other.rev + 1 };
  await updateLabel(trx, other.id, { groups: kept.groups, rev: kept.rev });
  if (carriers.length <= TOLD_ONE_BY_ONE)
    for (const { record, group } of carriers) change.announce({ kind: 'record.changed', record, group });
  return kept;
}

/** Where the one that stays may be assigned: wherever either could. Empty = everywhere. */
export const joinedLibraries = (one: LabelRow, other: LabelRow): string[] =>
  one.groups.length === 0 || other.groups.length === 0 ? [] : [...new Set([...other.groups, ...one.groups])];

/** A search as it stands in an address, with one label in the place of another. */
function relabelledQuery(query: string, { from, to }: { from: string; to: string }): string {
  const params = new URLSearchParams(query);
  const labels = params.get('label');
  if (labels) params.set('label', replacedIds(labels.split(','), from, to).join(','));
  return params.toString();
}
