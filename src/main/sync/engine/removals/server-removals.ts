import type { Operation } from '../../planner/operations.ts';
import type { SyncedRecord } from '../../planner/trees.ts';
import type { JournalChange } from '../../ports/journal.ts';
import type { Memory } from '../comparing/memory.ts';
import type { Question } from './guard.ts';

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
  /** What was removed lately, by document: one that could not be removed is tried again, and counts once. */
  private readonly removed = new Map<string, Removed>();
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
    for (const [id, { at }] of this.removed) if (now - at >= WINDOW_MS) this.removed.delete(id);
    const going = goneFromServer(batch, memory).filter(
      ({ id, library }) => open.has(library) && !this.accepted.has(id),
    );
    const asked = going.filter(({ library }) => isMass(library, going, this.removed, memory));
    this.asked = asked;
    if (asked.length > 0) return { kind: 'mass-removal', files: asked.length };
    for (const { id, library } of going) this.removed.set(id, { library, at: now });
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
  removed: ReadonlyMap<string, Removed>,
  memory: Memory,
): boolean {
  const here = (each: { readonly library: string }): boolean => each.library === library;
  const lately = [...removed].filter(([, each]) => here(each)).map(([id]) => id);
  const count = new Set([...lately, ...going.filter(here).map(({ id }) => id)]).size;
  if (count >= MASS_MANY) return true;
  if (count < MASS_FILES) return false;
  const { synced } = memory.content;
  let had = lately.filter((id) => !synced.has(id)).length;
  for (const node of synced.values()) if (node.kind === 'record' && here(node) && !node.stopped) had += 1;
  return count / had >= MASS_SHARE;
}
