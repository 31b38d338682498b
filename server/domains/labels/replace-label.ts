import { replacedIds } from '#shared/platform/replaced-ids.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Change, nextSeqs } from '../../platform/db/change.ts';
import { labelReplaced } from './labels.hooks.ts';
import {
  findLabelledRecords,
  findSearchesWith,
  findUse,
  type LabelRow,
  relabelDefaults,
  relabelObligations,
  relabelRecords,
  updateLabel,
  updateSearchQuery,
} from './labels.queries.ts';

/** With more documents than this, only their libraries are announced, not each document. */
const TOLD_ONE_BY_ONE = 100;

/**
 * Replaces one label by another everywhere: in both faces of every document, in default labels, rules and saved
 * searches. The caller holds the locks of the organization and all of its libraries, and deletes the replaced label.
 * Published snapshots change too (docs/decisions/0021-one-label-for-two.md): a snapshot refers to labels by id, as it
 * does to people and libraries, so a renamed label is shown by its new name there as well. A merge is about the
 * vocabulary, not about the document: its version, its state and its approval stay as they are.
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
  const labelled = await findLabelledRecords(trx, organization, label.id);
  const { defaults } = await findUse(trx, organization, label.id);
  const touched = new Set([...labelled.map(({ group }) => group), ...defaults.map(({ group }) => group)]);
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
  if (labelled.length <= TOLD_ONE_BY_ONE)
    for (const { record, group } of labelled) change.announce({ kind: 'record.changed', record, group });
  return kept;
}

/** The libraries where the merged label is assignable: wherever either was. Empty means everywhere. */
export const joinedLibraries = (one: LabelRow, other: LabelRow): string[] =>
  one.groups.length === 0 || other.groups.length === 0 ? [] : [...new Set([...other.groups, ...one.groups])];

/** A saved search's query string with one label replaced by another. */
function relabelledQuery(query: string, { from, to }: { from: string; to: string }): string {
  const params = new URLSearchParams(query);
  const labels = params.get('label');
  if (labels) params.set('label', replacedIds(labels.split(','), from, to).join(','));
  return params.toString();
}
