import type { Engine } from '../../engine/engine.ts';
import type { BlockedReason } from '../../ports/journal.ts';
import { waitsForArchive } from '../archived.ts';
import { blockedWords, cutWords, notSyncedWords, t, unsentWords } from './cli-words.ts';

/** How many are printed at once; the rest is printed at the end. */
const SAID_AT_ONCE = 50;
/** Reasons that pass within two minutes by themselves. */
const SHORT: ReadonlySet<BlockedReason> = new Set(['saving', 'earlier', 'open', 'incomplete']);

/** An item as it is printed. */
interface Line {
  readonly text: string;
  /** What it is about, also where that has another path now. */
  readonly key: string;
}

type Listed = Pick<Engine, 'blocked' | 'notSynced' | 'libraries' | 'memory' | 'unsent'> & {
  readonly conflicts: Pick<Engine['conflicts'], 'open'>;
};

/** Prints items that are blocked or not synced: each once, and all of them at the end. */
export class PendingItems {
  private readonly engine: Listed;
  /** What was printed, by path. */
  private said: ReadonlyMap<string, Line> = new Map();
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
    const fresh = [...now].filter(([path, { text }]) => this.said.get(path)?.text !== text);
    const keys = new Set(Array.from(now.values(), ({ key }) => key));
    // What lies in a library that was lost is not solved: the line of that library tells of it.
    const left = [...this.staying().keys()];
    const isOver = (path: string, { key }: Line) => !now.has(path) && !keys.has(key);
    const solved = [...this.said].filter(
      ([path, line]) => isOver(path, line) && !left.some((each) => path.startsWith(`${each}/`)),
    );
    this.said = now;
    this.wasSaid ||= fresh.length > 0;
    const lines = [
      ...fresh.map(([, { text }]) => text),
      ...solved.map(([path]) => t('item.solved', { path })),
    ];
    if (lines.length <= SAID_AT_ONCE) return lines;
    const more = t('more', { count: lines.length - SAID_AT_ONCE });
    return [...lines.slice(0, SAID_AT_ONCE), more];
  }

  /** A line for each of them. */
  all(): string[] {
    return [...this.pending().values(), ...this.staying().values()].map(({ text }) => text);
  }

  /** By path: a file is printed with one reason, though it may have several. */
  private pending(lasting = false): Map<string, Line> {
    const lines = new Map<string, Line>();
    for (const item of [...this.engine.conflicts.open, ...this.engine.blocked])
      if (!lines.has(item.path) && !(lasting && SHORT.has(item.reason)))
        lines.set(item.path, {
          text: blockedWords(item, waitsForArchive(this.engine, item)),
          key: item.key,
        });
    const within = (path: string) => [...lines.keys()].some((each) => path.startsWith(`${each}/`));
    for (const path of this.unsent.filter((each) => !within(each)))
      if (!lines.has(path)) lines.set(path, { text: unsentWords(path), key: path });
    for (const path of this.cut) if (!lines.has(path)) lines.set(path, { text: cutWords(path), key: path });
    return lines;
  }

  private staying(): Map<string, Line> {
    const pending = this.pending();
    const lines = new Map<string, Line>();
    for (const item of this.engine.notSynced)
      if (!pending.has(item.path)) lines.set(item.path, { text: notSyncedWords(item), key: item.path });
    return lines;
  }
}
