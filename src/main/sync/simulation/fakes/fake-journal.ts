import { Memory } from '../../engine/comparing/memory.ts';
import type { Journal, JournalChange, JournalContent, LibraryState } from '../../ports/journal.ts';
import { Broken } from '../broken.ts';
import { positionOf } from './fake-server.ts';

/** A journal in memory that outlives the engine. `tick` may end the process before or after a commit. */
export class FakeJournal implements Journal {
  private readonly kept: Memory;
  private readonly tick: (label: string) => void;

  constructor(tick: (label: string) => void, from?: FakeJournal) {
    this.tick = tick;
    this.kept = new Memory({ load: () => from?.load() ?? empty(), commit: () => {}, close: () => {} });
  }

  get content(): JournalContent {
    return this.kept.content;
  }

  load(): JournalContent {
    return structuredClone(this.kept.content);
  }

  commit(changes: readonly JournalChange[]): void {
    this.tick('before commit');
    for (const change of changes) if (change.type === 'library') this.forward(change.library);
    this.kept.commit(structuredClone(changes));
    this.tick('after commit');
  }

  close(): void {}

  /** Invariant 8: within an epoch a cursor only goes forward; a new comparison begins without one. */
  private forward({ id, cursor, epoch }: LibraryState): void {
    const before = this.kept.content.libraries.get(id);
    if (cursor === undefined || before?.cursor === undefined || before.epoch !== epoch) return;
    if (positionOf(cursor) < positionOf(before.cursor))
      throw new Broken(8, `a cursor goes back, from ${before.cursor} to ${cursor}`);
  }
}

function empty(): JournalContent {
  return {
    remote: new Map(),
    synced: new Map(),
    libraries: new Map(),
    operations: new Map(),
    blocked: new Map(),
    placing: new Map(),
    replaced: new Map(),
    vacated: new Map(),
    meta: new Map(),
  };
}
