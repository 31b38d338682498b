import { labelPath } from '#shared/labels/label-path.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import type { Named } from '#shared/platform/primitives.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { LabelRow } from './labels.queries.ts';

/** Labels as the wire shows them, ordered by path. */
export function presentLabels(rows: readonly LabelRow[]): Label[] {
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
