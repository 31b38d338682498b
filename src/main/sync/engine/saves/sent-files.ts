import { SAVE_GAP_MS } from '../../planner/matching/matching.ts';
import type { LocalEntry, LocalTree } from '../../planner/trees.ts';
import type { PendingOperation } from '../../ports/journal.ts';

export interface Look {
  readonly tree: LocalTree;
  /** On the clock's scale, in milliseconds. */
  readonly now: number;
  /** Identity, by path, of hard links that were there before (`Matched.secondNames`). */
  readonly secondNames: ReadonlyMap<string, string>;
}

/**
 * Where the files that are being sent lie. A large one takes minutes, in which its person may move it, and then save it
 * by another file in its place. Until it is sent its record has the former place, which does not lead to that file.
 */
export class SentFiles {
  /** By identity. */
  private readonly seen: Map<string, string>;
  /** By identity, since when there was nothing in their place, in milliseconds. */
  private readonly free = new Map<string, number>();
  private readonly left = new Map<string, number>();

  /** @param seen what was noted before a restart */
  constructor(seen: Iterable<readonly [string, string]> = []) {
    this.seen = new Map(seen);
  }

  /** By identity, where each was seen last. */
  get seenAt(): ReadonlyMap<string, string> {
    return this.seen;
  }

  /**
   * By identity, files that were deleted and whose place was free for longer than a program that saves leaves it, with
   * the time when it became free. What came there later is another document.
   */
  get goneSince(): ReadonlyMap<string, number> {
    return this.left;
  }

  /** Notes where they are now. */
  note(operations: Iterable<PendingOperation>, look: Look): void {
    let paths: ReadonlyMap<string, string> | undefined;
    for (const { identity, path, replaced } of operations) {
      if (replaced !== undefined) continue;
      const known = this.seen.get(identity) ?? path;
      if (look.tree.get(known)?.identity !== identity) paths ??= pathsOf(look);
      const at = paths?.get(identity) ?? known;
      this.seen.set(identity, at);
      this.noteAbsence(identity, at, look);
    }
  }

  private noteAbsence(identity: string, path: string, { tree, now }: Look): void {
    const there = tree.get(path);
    if (there?.identity === identity) {
      this.free.delete(identity);
      this.left.delete(identity);
      return;
    }
    const since = this.free.get(identity) ?? now;
    if (there) this.free.delete(identity);
    else this.free.set(identity, since);
    if (now - since >= SAVE_GAP_MS) this.left.set(identity, since);
  }

  /** The file that took the last place of one that is gone; the same one where it is there. */
  successorOf(identity: string, tree: LocalTree): LocalEntry | undefined {
    const path = this.seen.get(identity);
    return path === undefined ? undefined : tree.get(path);
  }

  /** Forgets all but those that are still being sent, or looked for. */
  keepOnly(isWanted: (identity: string) => boolean): void {
    for (const identity of this.seen.keys()) {
      if (isWanted(identity)) continue;
      this.seen.delete(identity);
      this.free.delete(identity);
      this.left.delete(identity);
    }
  }
}

/** Path of each file, by identity. */
function pathsOf({ tree, secondNames }: Look): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { identity, path } of tree.values())
    if (secondNames.get(path) !== identity) found.set(identity, path);
  return found;
}
