import type { Matched } from '../planner/matched.ts';
import { parentPath, type SyncedTree } from '../planner/trees.ts';

/**
 * What the comparisons saw of files that were moved or saved anew, and neither side has noted yet: a person goes on before
 * the engine has sent it. Without it such a document is known only by the file and the place that both sides agreed on.
 */
export class LastSeen {
  private readonly away = new Map<string, string>();
  private readonly kept = new Map<string, string>();

  /** By identity, where files were seen that are elsewhere than both sides have them. */
  get seenAt(): ReadonlyMap<string, string> {
    return this.away;
  }

  /** By node id, the identity of the file that a program has put in the place of the synced one. */
  get heirs(): ReadonlyMap<string, string> {
    return this.kept;
  }

  /** Notes the result of a comparison. What it did not find at all may be in the middle of a save, and stays noted. */
  note(synced: SyncedTree, { entryOf, idOf }: Pick<Matched, 'entryOf' | 'idOf'>): void {
    const missing = new Set<string>();
    for (const node of synced.values()) {
      if (node.kind !== 'record') continue;
      const { id, identity } = node;
      const entry = entryOf.get(id);
      if (!entry) {
        missing.add(id).add(identity);
        continue;
      }
      if (entry.identity !== identity) this.kept.set(id, entry.identity);
      else this.kept.delete(id);
      const isInPlace = entry.name === node.name && idOf.get(parentPath(entry.path)) === node.parent;
      if (isInPlace) this.away.delete(identity);
      else this.away.set(identity, entry.path);
    }
    for (const identity of this.away.keys())
      if (!missing.has(identity) && !isKnown(synced, identity)) this.away.delete(identity);
    for (const id of this.kept.keys()) if (!synced.has(id)) this.kept.delete(id);
  }
}

function isKnown(synced: SyncedTree, identity: string): boolean {
  for (const node of synced.values()) if (node.identity === identity) return true;
  return false;
}
