import type { Engine } from '../engine/engine.ts';
import type { BlockedReason } from '../ports/journal.ts';
import { waitsForArchive } from './archived.ts';
import { blockedWords, cutWords, notSyncedWords, t, unsentWords } from './cli-words.ts';

/** How many are printed at once; the rest is printed at the end. */
const SAID_AT_ONCE = 50;
/** Reasons that pass within two minutes by themselves. */
const SHORT: ReadonlySet<BlockedReason> = new Set(['saving', 'open', 'incomplete']);

type Listed = Pick<Engine, 'blocked' | 'notSynced' | 'libraries' | 'memory' | 'unsent'> & {
  readonly conflicts: Pick<Engine['conflicts'], 'open'>;
};

/** Prints items that are blocked or not synced: each once, and all of them at the end. */
export class PendingItems {
  private readonly engine: Listed;
  /** What was printed, by path. */
  private said = new Map<string, string>();
  /** Paths of files that were not sent. */
  private unsent: readonly string[] = [];

  /** Paths of documents whose download was stopped. */
  private readonly cut = new Set<string>();

  constructor(engine: Listed) {
    this.engine = engine;
  }

  /** At the end: what was changed, but not sent, since somebody stopped the command, is pending too. */
  async lookAgain(): Promise<void> {
    this.unsent = await this.engine.unsent();
  }

  /** A download did not end, since somebody stopped the command. */
  cutOff(path: string): void {
    this.cut.add(path);
  }

  /** How many items are blocked. */
  get count(): number {
    return this.pending().size;
  }

  /** How many are not synced. */
  get stays(): number {
    return this.staying().size;
  }

  /** Whether there ever was any. */
  wasSaid = false;

  /** Lines for what is new since the last call, and for what is over. */
  news(): string[] {
    const now = new Map([...this.pending(true), ...this.staying()]);
    const fresh = [...now].filter(([path, line]) => this.said.get(path) !== line);
    // What lies in a library that was lost is not solved: the line of that library tells of it.
    const left = [...this.staying().keys()];
    const solved = [...this.said.keys()].filter(
      (path) => !now.has(path) && !left.some((each) => path.startsWith(`${each}/`)),
    );
    this.said = now;
    this.wasSaid ||= fresh.length > 0;
    const lines = [...fresh.map(([, line]) => line), ...solved.map((path) => t('item.solved', { path }))];
    if (lines.length <= SAID_AT_ONCE) return lines;
    const more = t('more', { count: lines.length - SAID_AT_ONCE });
    return [...lines.slice(0, SAID_AT_ONCE), more];
  }

  /** A line for each of them. */
  all(): string[] {
    return [...this.pending().values(), ...this.staying().values()];
  }

  /** By path: a file is printed with one reason, though it may have several. */
  private pending(lasting = false): Map<string, string> {
    const lines = new Map<string, string>();
    for (const item of [...this.engine.conflicts.open, ...this.engine.blocked])
      if (!lines.has(item.path) && !(lasting && SHORT.has(item.reason)))
        lines.set(item.path, blockedWords(item, waitsForArchive(this.engine, item)));
    const within = (path: string) => [...lines.keys()].some((each) => path.startsWith(`${each}/`));
    for (const path of this.unsent.filter((each) => !within(each)))
      if (!lines.has(path)) lines.set(path, unsentWords(path));
    for (const path of this.cut) if (!lines.has(path)) lines.set(path, cutWords(path));
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
