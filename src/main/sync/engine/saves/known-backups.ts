import type { Matched } from '../../planner/matching/matched.ts';
import type { LocalTree } from '../../planner/trees.ts';
import type { Memory } from '../comparing/memory.ts';

/** The journal's note of the backups that were seen beside their documents: identity and name of each. */
const META = 'backups';

/**
 * Backups that were seen beside their document (decision 0035, rule 8), by identity, with their name. They stay backups
 * when the document is deleted, renamed or moved: otherwise a deleted document would come back as its own backup.
 */
export function knownBackups({ content }: Memory): ReadonlyMap<string, string> {
  return new Map(JSON.parse(content.meta.get(META) ?? '[]') as [string, string][]);
}

/**
 * Notes the backups of a comparison.
 * @param all whether `tree` has everything that is on the disk, so that what is not in it may be forgotten
 */
export function noteBackups(
  memory: Memory,
  known: ReadonlyMap<string, string>,
  { backups }: Matched,
  tree: LocalTree,
  all: boolean,
): void {
  const next = new Map(known);
  for (const path of backups) {
    const entry = tree.get(path);
    if (entry) next.set(entry.identity, entry.name);
  }
  if (all && next.size > 0) {
    const there = new Set([...tree.values()].map(({ identity }) => identity));
    for (const identity of next.keys()) if (!there.has(identity)) next.delete(identity);
  }
  const isSame = next.size === known.size && [...next].every(([key, name]) => known.get(key) === name);
  if (!isSame) memory.commit([{ type: 'meta', key: META, value: JSON.stringify([...next]) }]);
}
