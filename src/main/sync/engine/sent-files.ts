import type { LocalEntry, LocalTree } from '../planner/trees.ts';
import type { PendingOperation } from '../ports/journal.ts';

/**
 * Where the files that are being sent lie. A large one takes minutes, in which its person may move it, and then save it
 * by another file in its place. Until it is sent its record has the former place, which does not lead to that file.
 */
export class SentFiles {
  /** By identity. */
  private readonly seen = new Map<string, string>();

  /** Where each was seen last, by identity. */
  get seenAt(): ReadonlyMap<string, string> {
    return this.seen;
  }

  /** Notes where they are now. */
  note(operations: Iterable<PendingOperation>, tree: LocalTree): void {
    let paths: ReadonlyMap<string, string> | undefined;
    for (const { identity, path, replaced } of operations) {
      if (replaced !== undefined) continue;
      const known = this.seen.get(identity) ?? path;
      if (tree.get(known)?.identity === identity) this.seen.set(identity, known);
      else {
        paths ??= new Map([...tree.values()].map((entry) => [entry.identity, entry.path]));
        this.seen.set(identity, paths.get(identity) ?? known);
      }
    }
  }

  /** The file that took the last place of one that is gone; the same one where it is there. */
  successorOf(identity: string, tree: LocalTree): LocalEntry | undefined {
    const path = this.seen.get(identity);
    return path === undefined ? undefined : tree.get(path);
  }

  /** Forgets all but those that are still being sent, or looked for. */
  keepOnly(isWanted: (identity: string) => boolean): void {
    for (const identity of this.seen.keys()) if (!isWanted(identity)) this.seen.delete(identity);
  }
}
