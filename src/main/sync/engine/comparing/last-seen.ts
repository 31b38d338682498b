import type { Matched } from '../../planner/matching/matched.ts';
import { type LocalEntry, parentPath, type SyncedNode, type SyncedTree } from '../../planner/trees.ts';

type Pairs = Iterable<readonly [string, string]>;

/** What was noted of them, each as below. */
type NotedSeen = Readonly<Record<'heirs' | 'others' | 'seenAt', Pairs>>;

/**
 * What the comparisons saw of files that were moved or saved anew, and neither side has noted yet: a person goes on before
 * the engine has sent it. Without it such a document is known only by the file and the place that both sides agreed on.
 */
export class LastSeen {
  private readonly away: Map<string, string>;
  private readonly kept: Map<string, string>;
  private readonly inPlaceOf: Map<string, string>;

  /** @param noted before a restart */
  constructor({ heirs, others, seenAt }: Partial<NotedSeen> = {}) {
    this.away = new Map(seenAt);
    this.kept = new Map(heirs);
    this.inPlaceOf = new Map(others);
  }

  /** By identity, where files were seen that are elsewhere than both sides have them. */
  get seenAt(): ReadonlyMap<string, string> {
    return this.away;
  }

  /** By node id, the identity of the file that a program has put in the place of the synced one. */
  get heirs(): ReadonlyMap<string, string> {
    return this.kept;
  }

  /** By node id, the identity of another file that lies in its place since it was moved. */
  get others(): ReadonlyMap<string, string> {
    return this.inPlaceOf;
  }

  /**
   * Notes the result of a comparison. What it did not find at all may be in the middle of a save, and stays noted.
   * @param at what lies at the path where a node belongs
   */
  note(
    synced: SyncedTree,
    { entryOf, idOf }: Pick<Matched, 'entryOf' | 'idOf'>,
    at: (node: SyncedNode) => LocalEntry | undefined,
  ): void {
    // Where two records have one file, that which lies elsewhere counts, whichever comes first.
    const elsewhere: [identity: string, path: string][] = [];
    for (const node of synced.values()) {
      if (node.kind !== 'record' || node.stopped) continue;
      const { id, identity } = node;
      const entry = entryOf.get(id);
      if (!entry) continue;
      if (entry.identity !== identity) this.kept.set(id, entry.identity);
      else this.kept.delete(id);
      const isInPlace = entry.name === node.name && idOf.get(parentPath(entry.path)) === node.parent;
      if (isInPlace) this.away.delete(identity);
      else elsewhere.push([identity, entry.path]);
      const other = isInPlace ? undefined : at(node)?.identity;
      if (other === undefined) this.inPlaceOf.delete(id);
      else this.inPlaceOf.set(id, other);
    }
    for (const [identity, path] of elsewhere) this.away.set(identity, path);
    this.forget(synced);
  }

  /** Notes records that lie in their places, of which only the contents differ since the last comparison. */
  noteInPlace(ids: Iterable<string>, synced: SyncedTree, { entryOf }: Pick<Matched, 'entryOf'>): void {
    for (const id of ids) {
      const node = synced.get(id);
      const entry = entryOf.get(id);
      if (!node || !entry) continue;
      if (entry.identity !== node.identity) this.kept.set(id, entry.identity);
      else this.kept.delete(id);
      // Not where it is another record's file too, which lies elsewhere under a second name.
      if (this.away.get(node.identity) === entry.path) this.away.delete(node.identity);
      this.inPlaceOf.delete(id);
    }
    // Both sides may have agreed on another file than the one that was seen elsewhere.
    if (this.away.size > 0) this.forget(synced);
  }

  /** Forgets nodes that are gone, or that their person removed. */
  private forget(synced: SyncedTree): void {
    for (const noted of [this.kept, this.inPlaceOf])
      for (const id of noted.keys()) if (synced.get(id)?.stopped !== false) noted.delete(id);
    if (this.away.size === 0) return;
    const live = new Set<string>();
    for (const { identity, stopped } of synced.values()) if (!stopped) live.add(identity);
    for (const identity of this.away.keys()) if (!live.has(identity)) this.away.delete(identity);
  }
}
