/** What a tree of labels needs to know of each. */
export interface TreeLabel {
  readonly id: string;
  readonly parent: string | null;
}

/** Maximum depth of the tree, root included. */
export const LABEL_DEPTH_MAX = 6;

/** The label itself and those above it, upwards. Empty above an unknown one. */
export function upFrom(labels: ReadonlyMap<string, TreeLabel>, id: string | null): string[] {
  const path: string[] = [];
  for (let at = id; at !== null && !path.includes(at); at = labels.get(at)?.parent ?? null) path.push(at);
  return path;
}

/** How many levels the label and what lies below it have. */
export function heightOf(labels: Iterable<TreeLabel>, id: string): number {
  const all = [...labels];
  const below = (at: string, seen: ReadonlySet<string>): number => {
    if (seen.has(at)) return 0;
    const next = new Set(seen).add(at);
    return 1 + Math.max(0, ...all.filter((each) => each.parent === at).map((each) => below(each.id, next)));
  };
  return below(id, new Set());
}

/**
 * Why a label cannot be put below another one (null: at the top): it would lie below itself, or too deep. The server
 * and the screens use this one rule.
 */
export function whyNotBelow(
  labels: readonly TreeLabel[],
  id: string,
  parent: string | null,
): 'cycle' | 'depth' | null {
  const byId = new Map(labels.map((label) => [label.id, label]));
  const above = upFrom(byId, parent);
  if (above.includes(id)) return 'cycle';
  return above.length + heightOf(labels, id) > LABEL_DEPTH_MAX ? 'depth' : null;
}
