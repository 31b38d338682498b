import type { Matched } from '../../planner/matching/matched.ts';
import type { Operation, OperationOf } from '../../planner/operations.ts';
import { parentPath } from '../../planner/trees.ts';
import type { Memory } from './memory.ts';

type Found = Pick<Matched, 'entryOf' | 'idOf'>;

/** A document that was moved or renamed here, as far as its bytes tell. */
interface MovedByBytes {
  readonly id: string;
  readonly path: string;
}

/**
 * Documents of which another file with the same bytes lies elsewhere. Who copies a document and deletes the original moved
 * it; a backup that is put back does the same, and brings the places of its day. Each such move waits for a moment, and for
 * as long as contents that went back with it are being judged (decision 0081). Where the file itself was moved, its person
 * did that, and it goes at once.
 */
export class MovesByBytes {
  /** When each was first seen, by document, on the clock's scale. */
  private readonly since = new Map<string, number>();
  /** Those that their person wants sent. */
  private readonly accepted = new Set<string>();
  private moved: readonly MovedByBytes[] = [];
  private held: readonly MovedByBytes[] = [];
  private readonly memory: Memory;
  private readonly waitMs: number;

  /** @param waitMs how long one waits for others, in milliseconds */
  constructor(memory: Memory, waitMs: number) {
    this.memory = memory;
    this.waitMs = waitMs;
  }

  /**
   * Notes which documents a batch moves so.
   * @param now on the clock's scale, in milliseconds
   * @returns those that their person has not accepted
   */
  note(batch: readonly Operation[], found: Found, now: number): readonly string[] {
    for (const id of [...this.since.keys()]) if (!this.entryOf(id, found)) this.forget(id);
    this.moved = this.movedIn(batch, found).filter(({ id }) => !this.accepted.has(id));
    for (const { id } of this.moved) if (!this.since.has(id)) this.since.set(id, now);
    return this.moved.map(({ id }) => id);
  }

  /**
   * The part of the noted batch that may run.
   * @param now on the clock's scale, in milliseconds
   * @param isJudging whether it is open what becomes of contents that went back
   */
  allowed(
    batch: readonly Operation[],
    { now, isJudging }: { readonly now: number; readonly isJudging: boolean },
  ): readonly Operation[] {
    this.held = this.moved.filter(({ id }) => isJudging || this.dueAt(id) > now);
    if (this.held.length === 0) return batch;
    const ids = new Set(this.held.map(({ id }) => id));
    const isAbove = (folder: string) => this.held.some(({ path }) => path.startsWith(`${folder}/`));
    return batch.filter((operation) => {
      // Once it is adopted, the file is the one that both sides know.
      if (operation.kind === 'move remote' || isAdoption(operation)) return !ids.has(operation.id);
      // It would be made for them.
      return operation.kind !== 'create folder' || !isAbove(operation.path);
    });
  }

  /** Those that wait, and until when on the clock's scale, if nothing is judged for longer. */
  get waiting(): readonly (MovedByBytes & { readonly until: number })[] {
    return this.held.map((each) => ({ ...each, until: this.dueAt(each.id) }));
  }

  /** The libraries that those which wait were moved from and into. */
  get libraries(): readonly string[] {
    const { synced, libraries } = this.memory.content;
    return this.held.flatMap(({ id, path }) => [
      synced.get(id)?.library ?? '',
      ...[...libraries.values()].filter((each) => path.startsWith(`${each.path}/`)).map((each) => each.id),
    ]);
  }

  /** All that wait are sent. */
  acceptAll(): void {
    for (const { id } of this.held) this.accepted.add(id);
  }

  /** These are sent now. */
  accept(ids: Iterable<string>): void {
    for (const id of ids) if (this.since.has(id)) this.accepted.add(id);
  }

  /** None is sent: the documents go to the server's places. */
  drop(): void {
    for (const { id } of this.held) this.forget(id);
    this.held = [];
  }

  private dueAt(id: string): number {
    return (this.since.get(id) ?? 0) + this.waitMs;
  }

  private forget(id: string): void {
    this.since.delete(id);
    this.accepted.delete(id);
  }

  /** Those that a batch moves on the server, makes a folder for, or takes for the ones that both sides have. */
  private movedIn(batch: readonly Operation[], found: Found): MovedByBytes[] {
    const moved = new Map<string, string>();
    for (const operation of batch) {
      if (operation.kind !== 'move remote' && !isAdoption(operation)) continue;
      const entry = this.entryOf(operation.id, found);
      if (entry) moved.set(operation.id, entry.path);
    }
    const folders = batch.filter((operation) => operation.kind === 'create folder');
    if (folders.length === 0) return [...moved].map(([id, path]) => ({ id, path }));
    for (const [id, { path }] of found.entryOf) {
      const isIn = folders.some((folder) => path.startsWith(`${folder.path}/`));
      if (isIn && this.entryOf(id, found)) moved.set(id, path);
    }
    return [...moved].map(([id, path]) => ({ id, path }));
  }

  /** Its file, where that is another one than both sides agreed on, with the same bytes, and lies elsewhere. */
  private entryOf(id: string, { entryOf, idOf }: Found) {
    const synced = this.memory.content.synced.get(id);
    const entry = entryOf.get(id);
    if (synced?.kind !== 'record' || entry?.kind !== 'file' || entry.identity === synced.identity)
      return undefined;
    const isInPlace = entry.name === synced.name && idOf.get(parentPath(entry.path)) === synced.parent;
    return !isInPlace && entry.sha256 === synced.sha256 ? entry : undefined;
  }
}

/** Of a file whose place is not decided with it. */
const isAdoption = (operation: Operation): operation is OperationOf<'adopt'> =>
  operation.kind === 'adopt' && operation.place === undefined;
