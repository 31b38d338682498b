import type { Engine } from '../engine/engine.ts';
import type { BlockedReason } from '../ports/journal.ts';
import { blockedWords, notSyncedWords, WORDS } from './cli-words.ts';

/** So many at once; the rest is said at the end. */
const SAID_AT_ONCE = 50;
/** They pass within two minutes by themselves. */
const SHORT: ReadonlySet<BlockedReason> = new Set(['saving', 'open', 'incomplete']);

type Listed = Pick<Engine, 'blocked' | 'notSynced'> & {
  readonly conflicts: Pick<Engine['conflicts'], 'open'>;
};

/** What the command says of items that are pending or not synced: each once it is known, and all at the end. */
export class PendingItems {
  private readonly engine: Listed;
  /** What was said, by path. */
  private said = new Map<string, string>();

  constructor(engine: Listed) {
    this.engine = engine;
  }

  /** Pending items. */
  get count(): number {
    return this.pending().size;
  }

  /** What is not synced at all. */
  get stays(): number {
    return this.staying().size;
  }

  /** Whether there ever was any. */
  wasSaid = false;

  /** Lines of what is new since the last time, and of what is over. */
  news(): string[] {
    const now = new Map([...this.pending(true), ...this.staying()]);
    const fresh = [...now].filter(([path, line]) => this.said.get(path) !== line);
    const solved = [...this.said.keys()].filter((path) => !now.has(path));
    this.said = now;
    this.wasSaid ||= fresh.length > 0;
    const lines = [...fresh.map(([, line]) => line), ...solved.map((path) => `${WORDS.solved} «${path}».`)];
    if (lines.length <= SAID_AT_ONCE) return lines;
    const more = WORDS.more.replace('{{count}}', String(lines.length - SAID_AT_ONCE));
    return [...lines.slice(0, SAID_AT_ONCE), more];
  }

  /** A line for each of them. */
  all(): string[] {
    return [...this.pending().values(), ...this.staying().values()];
  }

  /** By path: a file has one reason here, though several may stand in its way. */
  private pending(lasting = false): Map<string, string> {
    const lines = new Map<string, string>();
    for (const item of [...this.engine.conflicts.open, ...this.engine.blocked])
      if (!lines.has(item.path) && !(lasting && SHORT.has(item.reason)))
        lines.set(item.path, blockedWords(item));
    return lines;
  }

  private staying(): Map<string, string> {
    const pending = this.pending();
    const lines = new Map<string, string>();
    for (const item of this.engine.notSynced)
      if (!pending.has(item.path)) lines.set(item.path, notSyncedWords(item));
    return lines;
  }
}
