import { Memory } from '../memory.ts';
import type { Journal, JournalChange, JournalContent } from '../ports/journal.ts';

/** A journal in memory that outlives the engine. `tick` may end the process before or after a commit. */
export class FakeJournal implements Journal {
  private readonly kept: Memory;
  private readonly tick: (label: string) => void;

  constructor(tick: (label: string) => void) {
    this.tick = tick;
    this.kept = new Memory({ load: empty, commit: () => {}, close: () => {} });
  }

  load(): JournalContent {
    return structuredClone(this.kept.content);
  }

  commit(changes: readonly JournalChange[]): void {
    this.tick('before commit');
    this.kept.commit(structuredClone(changes));
    this.tick('after commit');
  }

  close(): void {}
}

function empty(): JournalContent {
  return {
    remote: new Map(),
    synced: new Map(),
    libraries: new Map(),
    operations: new Map(),
    holds: new Map(),
    placing: new Map(),
    meta: new Map(),
  };
}
