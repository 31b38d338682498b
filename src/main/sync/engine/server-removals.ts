import type { Operation } from '../planner/operations.ts';
import type { SyncedRecord } from '../planner/trees.ts';
import type { JournalChange } from '../ports/journal.ts';
import type { Question } from './guard.ts';
import type { Memory } from './memory.ts';

/** Removals on the server are counted over this time, so that many single ones count too. */
const WINDOW_MS = 600_000;
/** The number and the share of a library's documents from which on a person is asked. */
const MASS_FILES = 20;
const MASS_SHARE = 0.5;
const MASS_MANY = 1000;

interface Removed {
  readonly library: string;
  readonly at: number;
}

/**
 * Copies are removed from this disk when the server no longer has their documents. An empty database, or one restored
 * from a backup without saying so, has none of them: so before many are removed, a person is asked. Libraries that their
 * person left, or in which they have just lost a role, are an exception: nothing that they may not see may stay.
 */
export class ServerRemovals {
  private removed: Removed[] = [];
  /** The person agreed to these removals. */
  private readonly accepted = new Set<string>();
  private asked: readonly SyncedRecord[] = [];

  /** The question to ask, where a batch removes this much. @param open ids of the libraries in which the person's rights have not become fewer */
  question(
    batch: readonly Operation[],
    memory: Memory,
    open: ReadonlySet<string>,
    now: number,
  ): Question | undefined {
    this.removed = this.removed.filter(({ at }) => now - at < WINDOW_MS);
    const going = goneFromServer(batch, memory).filter(
      ({ id, library }) => open.has(library) && !this.accepted.has(id),
    );
    const asked = going.filter(({ library }) => isMass(library, going, this.removed, memory));
    this.asked = asked;
    if (asked.length > 0) return { kind: 'mass-removal', files: asked.length };
    for (const { library } of going) this.removed.push({ library, at: now });
    return undefined;
  }

  /** The person agreed: they may be removed. */
  accept(): void {
    for (const { id } of this.asked) this.accepted.add(id);
  }

  /** The copies stay, and each waits until a person decides. */
  keep(): readonly JournalChange[] {
    return this.asked.map((node) => ({ type: 'synced', node: { ...node, unsure: true } }));
  }

  /** Requests the complete state of the server again. */
  askAgain(memory: Memory): readonly JournalChange[] {
    const libraries = new Set(this.asked.map(({ library }) => library));
    return [...memory.content.libraries.values()]
      .filter(({ id }) => libraries.has(id))
      .map((library) => ({ type: 'library', library: { ...library, cursor: undefined } }));
  }
}

function goneFromServer(batch: readonly Operation[], memory: Memory): SyncedRecord[] {
  const { remote, synced } = memory.content;
  return batch.flatMap((operation) => {
    if (operation.kind !== 'remove copy' || remote.has(operation.id)) return [];
    const node = synced.get(operation.id);
    return node?.kind === 'record' ? [node] : [];
  });
}

function isMass(
  library: string,
  going: readonly SyncedRecord[],
  removed: readonly Removed[],
  memory: Memory,
): boolean {
  const before = removed.filter((each) => each.library === library).length;
  const count = before + going.filter((each) => each.library === library).length;
  if (count >= MASS_MANY) return true;
  if (count < MASS_FILES) return false;
  let kept = before;
  for (const node of memory.content.synced.values())
    if (node.kind === 'record' && node.library === library && !node.stopped) kept += 1;
  return count / kept >= MASS_SHARE;
}
