/**
 * The items by key, in the order of each key's first item. `Map.groupBy` does the same, and is newer than the oldest
 * engine that the renderer runs in (`electron.vite.config.ts`).
 */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T, at: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at);
    at += 1;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
