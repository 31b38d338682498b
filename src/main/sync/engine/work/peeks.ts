import type { Matched } from '../../planner/matching/matched.ts';
import type { SyncedTree } from '../../planner/trees.ts';
import type { Files } from '../../ports/files.ts';

/** How many files are remembered of one document: programs that save several times within a look. */
const MOST = 4;

interface Peek {
  readonly identity: string;
  /** Which comparison comes next. */
  readonly before: number;
}

/**
 * Which files lay in documents' places between two comparisons. A program that saves puts another file in the old one's
 * place; while documents travel, the next comparison comes seconds later, and where the person has renamed or moved the
 * new file by then, nothing else links it to its document.
 */
export class Peeks {
  private readonly seen = new Map<string, Peek[]>();
  /** By path, whether it changed again while it was looked at. */
  private readonly looking = new Map<string, boolean>();
  private comparisons = 0;
  private readonly files: Pick<Files, 'stat' | 'stableIdentity'>;
  private readonly onSeen: () => void;
  private running: Promise<void> = Promise.resolve();

  /**
   * @param noted `identities` before a restart
   * @param onSeen there is something new in them
   */
  constructor(
    files: Pick<Files, 'stat' | 'stableIdentity'>,
    noted: Iterable<readonly [string, readonly string[]]>,
    onSeen: () => void,
  ) {
    this.files = files;
    this.onSeen = onSeen;
    const before = this.comparisons;
    for (const [id, identities] of noted)
      this.seen.set(
        id,
        identities.map((identity) => ({ identity, before })),
      );
  }

  /**
   * By node id, the identities of files that lay in its place since it was last found, newest first. The node that was
   * seen last comes last.
   */
  get identities(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.seen].map(([id, peeks]) => [id, peeks.map(({ identity }) => identity)]));
  }

  /** Looks at what lies in a document's place now, because something changed there. */
  look(path: string, synced: SyncedTree, { idOf, entryOf }: Pick<Matched, 'idOf' | 'entryOf'>): void {
    // Where another file may have its identity, it proves nothing.
    if (!this.files.stableIdentity) return;
    const id = idOf.get(path);
    const node = id === undefined ? undefined : synced.get(id);
    if (id === undefined || node?.kind !== 'record' || node.stopped) return;
    if (this.looking.has(path)) {
      this.looking.set(path, true);
      return;
    }
    this.looking.set(path, false);
    const known = new Set([node.identity, entryOf.get(id)?.identity]);
    const look = this.lookAt(path, id, known);
    this.running = Promise.all([this.running, look]).then(() => undefined);
  }

  /** When nothing is being looked at. */
  rest(): Promise<void> {
    return this.running;
  }

  /** A comparison begins: what is seen from now on, it may not find. */
  begin(): void {
    this.comparisons += 1;
  }

  /** Forgets documents that the comparison has found. */
  forgetFound({ entryOf }: Pick<Matched, 'entryOf'>, synced: SyncedTree): void {
    for (const [id, peeks] of this.seen) {
      const isLost = synced.get(id)?.stopped === false && !entryOf.has(id);
      const kept = isLost ? peeks : peeks.filter(({ before }) => synced.has(id) && before > this.comparisons);
      if (kept.length > 0) this.seen.set(id, kept);
      else this.seen.delete(id);
    }
  }

  private async lookAt(path: string, id: string, known: ReadonlySet<string | undefined>): Promise<void> {
    try {
      do {
        this.looking.set(path, false);
        const there = await this.files.stat(path);
        if (there?.kind === 'file' && !known.has(there.identity)) this.note(id, there.identity);
      } while (this.looking.get(path));
    } catch {
      // It cannot be seen just now. The next comparison says so, where that matters.
    } finally {
      this.looking.delete(path);
    }
  }

  private note(id: string, identity: string): void {
    const others = (this.seen.get(id) ?? []).filter((peek) => peek.identity !== identity);
    // The last one in the map is the newest.
    this.seen.delete(id);
    this.seen.set(id, [{ identity, before: this.comparisons + 1 }, ...others].slice(0, MOST));
    this.onSeen();
  }
}
