/** Companies that there is a starter set for. */
export const SET_KEYS = ['construction', 'services', 'clinic'] as const;
export type SetKey = (typeof SET_KEYS)[number];

/** What a starter set holds, in the order in which it is made: later kinds refer to earlier ones. */
export const ITEM_KINDS = ['type', 'label', 'library', 'folder', 'rule', 'calendar', 'obligation'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/**
 * Whether an item of a set can be made: the organization has it already; or the library that it belongs to does not
 * take it from this person.
 */
export const ITEM_STATES = ['new', 'exists', 'closed'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

interface Needing {
  readonly key: string;
  /** Keys of the items without which it cannot be made. */
  readonly needs: readonly string[];
  readonly state: ItemState;
}

/** These items, with those that they need and that the organization does not have. */
export function withNeeded(items: readonly Needing[], chosen: Iterable<string>): Set<string> {
  const known = new Map(items.map((item) => [item.key, item]));
  const all = new Set<string>();
  const add = (key: string): void => {
    const item = known.get(key);
    if (!item || item.state === 'exists' || all.has(key)) return;
    all.add(key);
    item.needs.forEach(add);
  };
  for (const key of chosen) add(key);
  return all;
}

/** The chosen items without these, and without those that need one of them. */
export function withoutNeeding(
  items: readonly Needing[],
  chosen: ReadonlySet<string>,
  dropped: Iterable<string>,
): Set<string> {
  const gone = new Set(dropped);
  for (let before = -1; before !== gone.size; ) {
    before = gone.size;
    for (const { key, needs } of items) if (needs.some((need) => gone.has(need))) gone.add(key);
  }
  return new Set([...chosen].filter((key) => !gone.has(key)));
}
