import type { Matched } from '../planner/matched.ts';
import type { Operation, OperationOf } from '../planner/operations.ts';
import { comparingAnew, sortingAnew } from './compare-anew.ts';
import type { WaitingFile } from './engine-parts.ts';
import { MOST_NAMED, type Question } from './guard.ts';
import { knownTo } from './known-contents.ts';
import type { Memory } from './memory.ts';
import { MovesByBytes } from './moves-by-bytes.ts';
import type { Work } from './work.ts';

/** For how long documents that went back count together, in milliseconds. */
const WINDOW_MS = 600_000;
/** From so many on a person is asked. */
const MASS_FILES = 5;

type Edit = OperationOf<'upload version'>;
type NewFile = OperationOf<'create record' | 'announce'>;

/** What is known of an edit or a new file. */
interface Looked {
  readonly sha256: string;
  /** When it was looked at, on the clock's scale. */
  readonly at: number;
  /** An edit: whether its bytes are an earlier version of the document. */
  readonly isEarlier: boolean;
  /** A new file: whether its bytes are a version of some document. */
  readonly isCopy: boolean;
  /** Its person wants it sent. */
  readonly accepted?: boolean;
}

/**
 * Documents whose files went back to an earlier version. One is an edit like any other: its person chose that version.
 * Where it happens to several, a backup was put back in the folder, and the newest version of each would be an old one:
 * a person is asked before they are sent. So that their number is known, each waits for a moment.
 *
 * What a backup brings besides is held as long: a document that had another name or folder then would become another. It
 * may be seen before the rest, so each new file that has some document's bytes waits for that moment too, and so does
 * each document that its bytes alone show elsewhere (`MovesByBytes`).
 */
export class EarlierContents {
  question: Question | undefined;
  /** When the next one has waited for long enough, on the clock's scale. */
  nextAt: number | undefined;
  /** By document, and by identity of a new file. */
  private readonly looked = new Map<string, Looked>();
  /** The edits that wait now. */
  private held: readonly Edit[] = [];
  /** The new files that wait now. */
  private copies: readonly NewFile[] = [];
  private readonly moves: MovesByBytes;
  private readonly memory: Memory;
  private readonly waitMs: number;

  /** @param waitMs how long one waits for others, in milliseconds */
  constructor(memory: Memory, waitMs: number) {
    this.memory = memory;
    this.waitMs = waitMs;
    this.moves = new MovesByBytes(memory, waitMs);
  }

  /** Decides whether to ask. Returns the part of a batch that may run. Throws `RemoteError` where the server is away. */
  async allowed(
    batch: readonly Operation[],
    work: Work,
    matched: Pick<Matched, 'entryOf' | 'idOf'>,
  ): Promise<readonly Operation[]> {
    const edits = batch.filter((operation) => operation.kind === 'upload version');
    const fresh = batch.filter(isNewFile);
    await this.look(edits, fresh, work);
    const now = work.clock.now();
    this.forgetOld([...edits, ...fresh].map(keyOf), now);
    const wanting = edits.filter((edit) => this.isEarlier(edit));
    const isMass = wanting.length > 0 && (this.question !== undefined || this.count() >= MASS_FILES);
    this.question = isMass ? ask(wanting) : undefined;
    this.held = isMass ? wanting : wanting.filter(({ id }) => this.dueAt(id) > now);
    this.copies = fresh.filter((file) => this.isCopy(file) && this.dueAt(keyOf(file)) > now);
    const rest = this.moves.allowed(batch, matched, { now, isJudging: this.held.length > 0 });
    const due = [
      ...[...(isMass ? [] : this.held), ...this.copies].map((each) => this.dueAt(keyOf(each))),
      ...this.moves.waiting.map(({ until }) => until).filter((until) => until > now),
    ];
    this.nextAt = due.length > 0 ? Math.min(...due) : undefined;
    const ids = new Set(this.namedNow);
    const copies = new Set<Operation>(this.copies);
    const libraries = this.librariesOf(this.held);
    return rest.filter((operation) => {
      if (operation.kind === 'upload version') return !ids.has(operation.id);
      return !libraries.has(madeIn(operation) ?? '') && !copies.has(operation);
    });
  }

  /** The documents that wait. */
  get namedNow(): readonly string[] {
    return this.held.map(({ id }) => id);
  }

  /** The files that wait for a moment, while nobody is asked. */
  get waiting(): readonly WaitingFile[] {
    const edits = this.question ? [] : this.held;
    const moves = this.question ? [] : this.moves.waiting;
    return [
      ...[...edits, ...this.copies].map((each) => ({
        key: keyOf(each),
        path: each.path,
        ...('id' in each && { recordId: each.id }),
        why: 'earlier' as const,
        until: this.dueAt(keyOf(each)),
      })),
      ...moves.map(({ id, path, until }) => ({
        key: id,
        path,
        recordId: id,
        why: 'earlier' as const,
        until,
      })),
    ];
  }

  /**
   * These are sent as new versions. What the backup brought besides is no new document, where it is another's earlier
   * version: it is sorted as when the current contents are fetched.
   */
  send(ids: Iterable<string>): void {
    const libraries = this.librariesOf(this.held);
    this.accept(ids);
    this.moves.acceptAll();
    this.memory.commit(sortingAnew(this.memory, (library) => libraries.has(library)));
  }

  /** These are sent now. */
  accept(ids: Iterable<string>): void {
    this.moves.accept(ids);
    for (const id of ids) {
      const looked = this.looked.get(id);
      if (looked) this.looked.set(id, { ...looked, accepted: true });
    }
  }

  /** The documents' current contents are fetched, into their current places: both sides of their libraries are compared anew. */
  fetchCurrent(): void {
    const libraries = new Set([...this.librariesOf(this.held), ...this.moves.libraries]);
    this.moves.drop();
    for (const { id } of this.held) this.looked.delete(id);
    this.memory.commit(comparingAnew(this.memory, (library) => libraries.has(library)));
    this.held = [];
    this.question = undefined;
  }

  /** Asks the server which of the edits are earlier versions, and which new files copies: all that are new, in one call. */
  private async look(edits: readonly Edit[], fresh: readonly NewFile[], work: Work): Promise<void> {
    const unknown = [...edits, ...fresh].filter(
      (each) => this.looked.get(keyOf(each))?.sha256 !== each.expected.sha256,
    );
    if (unknown.length === 0) return;
    const known = await knownTo(work, [...new Set(unknown.map(({ expected }) => expected.sha256))]);
    const at = work.clock.now();
    for (const each of unknown) {
      const { sha256 } = each.expected;
      const content = known.get(sha256);
      const isCopy = each.kind !== 'upload version' && content !== undefined;
      const isEarlier = each.kind === 'upload version' && (content?.records.has(each.id) ?? false);
      this.looked.set(keyOf(each), { sha256, at, isEarlier, isCopy });
    }
  }

  /** Whether a new file has the bytes of some document's version. */
  private isCopy(file: NewFile): boolean {
    const looked = this.looked.get(keyOf(file));
    return looked?.isCopy === true && !looked.accepted;
  }

  private isEarlier({ id, expected }: Edit): boolean {
    const looked = this.looked.get(id);
    return looked?.sha256 === expected.sha256 && looked.isEarlier && !looked.accepted;
  }

  private dueAt(id: string): number {
    return (this.looked.get(id)?.at ?? 0) + this.waitMs;
  }

  /** How many went back lately, also of those that were sent. */
  private count(): number {
    return [...this.looked.values()].filter(({ isEarlier, accepted }) => isEarlier && !accepted).length;
  }

  private forgetOld(planned: readonly string[], now: number): void {
    const kept = new Set(planned);
    for (const [key, { at, isEarlier }] of this.looked)
      if (!kept.has(key) && (!isEarlier || now - at > WINDOW_MS)) this.looked.delete(key);
  }

  private librariesOf(edits: readonly Edit[]): ReadonlySet<string> {
    const { synced } = this.memory.content;
    return new Set(edits.map(({ id }) => synced.get(id)?.library ?? ''));
  }
}

const isNewFile = (operation: Operation): operation is NewFile =>
  operation.kind === 'create record' || operation.kind === 'announce';

const keyOf = (each: Edit | NewFile): string =>
  each.kind === 'upload version' ? each.id : each.expected.identity;

/** The library in which an operation makes something on the server. */
function madeIn(operation: Operation): string | undefined {
  if (operation.kind === 'announce') return operation.home.library;
  if (operation.kind === 'create record' || operation.kind === 'create folder') return operation.library;
  return undefined;
}

function ask(edits: readonly Edit[]): Question {
  const paths = edits.map(({ path }) => path).sort();
  return { kind: 'earlier-contents', files: paths.length, paths: paths.slice(0, MOST_NAMED) };
}
