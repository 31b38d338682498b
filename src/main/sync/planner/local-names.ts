import type { LocalEntry, LocalTree } from './trees.ts';
import { parentPath, placeKey } from './trees.ts';

/** What lies where on the disk, for questions about names. */
export interface LocalNames {
  /** By place key. */
  readonly byClash: ReadonlyMap<string, readonly LocalEntry[]>;
  /** By path of the folder. */
  readonly children: ReadonlyMap<string, readonly LocalEntry[]>;
}

export function namesOf(local: LocalTree): LocalNames {
  const byClash = new Map<string, LocalEntry[]>();
  const children = new Map<string, LocalEntry[]>();
  for (const entry of local.values()) {
    for (const [of, key] of [
      [byClash, placeKey(entry.path)],
      [children, parentPath(entry.path)],
    ] as const) {
      const there = of.get(key);
      if (there) there.push(entry);
      else of.set(key, [entry]);
    }
  }
  return { byClash, children };
}
