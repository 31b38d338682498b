import type { Label, ManagedLabel } from '#shared/labels/labels.schemas.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import { useEndpoint } from '../../api/client.ts';

/** All labels, with what only their admins see. */
export const useLabels = () => useEndpoint('labelsManaged', {});

/** Libraries by name, to choose where a label may be assigned. */
export const useLibraries = () => useEndpoint('groupsByOrganization', {});

/** A label with its path, in tree order. */
export interface Placed {
  readonly label: ManagedLabel;
  readonly depth: number;
  /** Its ancestors, from the top. */
  readonly above: readonly ManagedLabel[];
  /** Names of its ancestors and its own, as a path. */
  readonly path: string;
}

/** The labels in tree order: parents before children, siblings sorted by Spanish rules. */
export function placedLabels(labels: readonly ManagedLabel[]): Placed[] {
  const children = groupBy(labels, (label) => label.parent?._id ?? null);
  const compare = new Intl.Collator('es').compare;
  const below = (parent: string | null, above: readonly ManagedLabel[]): Placed[] =>
    [...(children.get(parent) ?? [])]
      .sort((a, b) => compare(a.name, b.name))
      .flatMap((label) => [
        {
          label,
          depth: above.length,
          above,
          path: [...above, label].map(({ name }) => name).join(' / '),
        },
        ...below(label._id, [...above, label]),
      ]);
  return below(null, []);
}

/** Labels whose path has every word of the search, with their ancestors. All of them for an empty search. */
export function matching(placed: readonly Placed[], text: string): Placed[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...placed];
  const hits = placed.filter(({ label }) => words.every((word) => foldText(label.name).includes(word)));
  const shown = new Set(hits.flatMap(({ label, above }) => [label, ...above].map(({ _id }) => _id)));
  return placed.filter(({ label }) => shown.has(label._id));
}

export const asTree = (labels: readonly Label[]) =>
  labels.map(({ _id, parent }) => ({ id: _id, parent: parent?._id ?? null }));
