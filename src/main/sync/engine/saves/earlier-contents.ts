import type { Matched } from '../../planner/matching/matched.ts';
import type { Operation, OperationOf } from '../../planner/operations.ts';
import type { SyncedNode } from '../../planner/trees.ts';
import type { KnownContent } from '../../ports/remote.ts';
import { comparingAnew, sortingAnew } from '../comparing/compare-anew.ts';
import type { Memory } from '../comparing/memory.ts';
import { MovesByBytes } from '../comparing/moves-by-bytes.ts';
import { WentBack } from '../comparing/went-back.ts';
import type { WaitingFile } from '../engine-parts.ts';
import { MOST_NAMED, type Question } from '../removals/guard.ts';
import { knownTo } from '../work/known-contents.ts';
import type { Work } from '../work/work.ts';

/** For how long the signs of a backup count together, in milliseconds. */
const WINDOW_MS = 600_000;
/** From so many on a person is asked. */
const MASS_SIGNS = 5;

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
  /** A new file: whether some document had its bytes and has others now, or is in the bin. */
  readonly isEarlierCopy: boolean;
  /** Its person wants it sent. */
  readonly accepted?: boolean;
}

/**
 * Documents whose files went back to an earlier version. One is an edit like any other: its person chose that version.
 * Where more went back with it, a backup was put back in the folder, and the newest version of each would be an old one:
 * a person is asked before they are sent. So that the signs are counted, each waits for a moment.
 *
 * What a backup brings besides is held as long, and is a sign of it: a document that had another name or folder then would
 * become another, and so would one that was deleted since. It may be seen before the rest, so each new file that has some
 * document's bytes waits for that moment too, and so does each document that its bytes alone show elsewhere
 * (`MovesByBytes`). Without a content that went back these are no sign: a person moves and copies files too.
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
  /** When each sign of a backup was seen last, by document or identity, on the clock's scale. */
  private readonly signs = new Map<string, number>();
  private readonly moves: MovesByBytes;
  private readonly wentBack: WentBack;
  private readonly memory: Memory;
  private readonly waitMs: number;

  /** @param waitMs how long one waits for others, in milliseconds */
  constructor(memory: Memory, waitMs: number) {
    this.memory = memory;
    this.waitMs = waitMs;
    this.moves = new MovesByBytes(memory, waitMs);
    this.wentBack = new WentBack(memory);
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
    this.noteSigns(edits, [...fresh.filter((file) => this.isCopy(file)), ...wanting], now);
    for (const id of this.moves.note(batch, matched, now)) this.signs.set(id, now);
    const isMass = wanting.length > 0 && (this.question !== undefined || this.signs.size >= MASS_SIGNS);
    this.question = isMass ? ask(wanting) : undefined;
    this.wentBack.note(isMass ? wanting : [], matched);
    this.held = isMass ? wanting : wanting.filter(({ id }) => this.dueAt(id) > now);
    this.copies = fresh.filter((file) => this.isCopy(file) && this.dueAt(keyOf(file)) > now);
    const based = await this.wentBack.based(batch, work);
    const rest = this.moves.allowed(based, { now, isJudging: this.held.length > 0 });
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
    this.signs.clear();
    this.wentBack.clear();
    this.moves.acceptAll();
    this.memory.commit(sortingAnew(this.memory, (library) => libraries.has(library)));
  }

  /** These are sent now. */
  accept(ids: Iterable<string>): void {
    this.moves.accept(ids);
    for (const id of ids) {
      this.signs.delete(id);
      const looked = this.looked.get(id);
      if (looked) this.looked.set(id, { ...looked, accepted: true });
    }
  }

  /** The documents' current contents are fetched, into their current places: both sides of their libraries are compared anew. */
  fetchCurrent(): void {
    const libraries = new Set([...this.librariesOf(this.held), ...this.moves.libraries]);
    this.moves.drop();
    this.signs.clear();
    this.wentBack.clear();
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
      const isEarlierCopy = isCopy && this.isEarlierOf(content, sha256);
      this.looked.set(keyOf(each), { sha256, at, isEarlier, isCopy, isEarlierCopy });
    }
  }

  /** Whether one of the documents that had a content has another one now, or was deleted. */
  private isEarlierOf({ records, isDeleted }: KnownContent, sha256: string): boolean {
    const { synced } = this.memory.content;
    return isDeleted || [...records].some((id) => isOther(synced.get(id), sha256));
  }

  /** Of edits and new files. @param now on the clock's scale, in milliseconds */
  private noteSigns(edits: readonly Edit[], wentBack: readonly (Edit | NewFile)[], now: number): void {
    for (const [key, at] of this.signs) if (now - at > WINDOW_MS) this.signs.delete(key);
    for (const { id } of edits) this.signs.delete(id);
    for (const each of wentBack) {
      const looked = this.looked.get(keyOf(each));
      if (looked?.isEarlier || looked?.isEarlierCopy) this.signs.set(keyOf(each), looked.at);
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

const isOther = (node: SyncedNode | undefined, sha256: string): boolean =>
  node?.kind === 'record' && node.sha256 !== sha256;

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
