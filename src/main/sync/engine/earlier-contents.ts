import { forEachLimited } from '../executors/limited.ts';
import type { Operation, OperationOf } from '../planner/operations.ts';
import { modifiedOf } from '../ports/files.ts';
import { RemoteError } from '../ports/remote.ts';
import { comparingAnew } from './compare-anew.ts';
import type { WaitingFile } from './engine-parts.ts';
import { classifyFailure } from './failures.ts';
import { MOST_NAMED, type Question } from './guard.ts';
import type { Memory } from './memory.ts';
import type { Work } from './work.ts';

/** For how long documents that went back count together, in milliseconds. */
const WINDOW_MS = 600_000;
/** From so many on a person is asked. */
const MASS_FILES = 5;
/** Of so many older files the server is asked about each. */
const MOST_ASKED = 50;
/** So many calls run at once. */
const CALLS = 4;

type Edit = OperationOf<'upload version'>;

/** What is known of a document's edit. */
interface Looked {
  readonly sha256: string;
  /** When it was looked at, on the clock's scale. */
  readonly at: number;
  /** Whether its bytes are an earlier version of the document. */
  readonly isEarlier: boolean;
  /** Its person wants it sent. */
  readonly accepted?: boolean;
}

/**
 * Documents whose files went back to an earlier version. One is an edit like any other: its person chose that version.
 * Where it happens to several, a backup was put back in the folder, and the newest version of each would be an old one:
 * a person is asked before they are sent. So that their number is known, each waits for a moment.
 *
 * What a backup brings besides is held as long: a document that had another name or folder then would become another.
 */
export class EarlierContents {
  question: Question | undefined;
  /** When the next one has waited for long enough, on the clock's scale. */
  nextAt: number | undefined;
  /** By document. */
  private readonly looked = new Map<string, Looked>();
  /** The edits that wait now. */
  private held: readonly Edit[] = [];
  private readonly memory: Memory;
  private readonly waitMs: number;

  /** @param waitMs how long one waits for others, in milliseconds */
  constructor(memory: Memory, waitMs: number) {
    this.memory = memory;
    this.waitMs = waitMs;
  }

  /** Decides whether to ask. Returns the part of a batch that may run. Throws `RemoteError` where the server is away. */
  async allowed(batch: readonly Operation[], work: Work): Promise<readonly Operation[]> {
    const edits = batch.filter((operation) => operation.kind === 'upload version');
    if (edits.length > 0) await this.look(edits, work);
    const now = work.clock.now();
    this.forgetOld(edits, now);
    const wanting = edits.filter((edit) => this.isEarlier(edit));
    const isMass = wanting.length > 0 && (this.question !== undefined || this.count() >= MASS_FILES);
    this.question = isMass ? ask(wanting) : undefined;
    this.held = isMass ? wanting : wanting.filter(({ id }) => this.dueAt(id) > now);
    this.nextAt =
      isMass || this.held.length === 0 ? undefined : Math.min(...this.held.map(({ id }) => this.dueAt(id)));
    if (this.held.length === 0) return batch;
    const ids = new Set(this.namedNow);
    const libraries = this.librariesOf(this.held);
    return batch.filter((operation) =>
      operation.kind === 'upload version' ? !ids.has(operation.id) : !libraries.has(madeIn(operation) ?? ''),
    );
  }

  /** The documents that wait. */
  get namedNow(): readonly string[] {
    return this.held.map(({ id }) => id);
  }

  /** The files that wait for a moment, while nobody is asked. */
  get waiting(): readonly WaitingFile[] {
    if (this.question) return [];
    return this.held.map(({ id, path }) => ({
      key: id,
      path,
      recordId: id,
      why: 'earlier',
      until: this.dueAt(id),
    }));
  }

  /** These are sent as new versions. */
  accept(ids: Iterable<string>): void {
    for (const id of ids) {
      const looked = this.looked.get(id);
      if (looked) this.looked.set(id, { ...looked, accepted: true });
    }
  }

  /** The documents' current contents are fetched: both sides of their libraries are compared anew. */
  fetchCurrent(): void {
    const libraries = this.librariesOf(this.held);
    for (const { id } of this.held) this.looked.delete(id);
    this.memory.commit(comparingAnew(this.memory, (library) => libraries.has(library)));
    this.held = [];
    this.question = undefined;
  }

  /**
   * Asks the server which of the edits are earlier versions. Those whose files are older than what was synced may well be.
   * A copy can have today's time, so of many edits a few others are asked about too.
   */
  private async look(edits: readonly Edit[], work: Work): Promise<void> {
    const unknown = edits.filter((edit) => this.looked.get(edit.id)?.sha256 !== edit.expected.sha256);
    const isOlder = unknown.filter((edit) => this.isOlder(edit));
    const first = isOlder.slice(0, MOST_ASKED);
    await this.ask(first, work);
    // Some thousand calls would tell no more: whoever answers sees them all.
    const isRestored = first.filter((edit) => this.isEarlier(edit)).length >= MASS_FILES;
    if (isRestored) for (const edit of isOlder.slice(MOST_ASKED)) this.note(edit, true, work);
    else await this.ask(isOlder.slice(MOST_ASKED), work);
    const others = unknown.filter((edit) => !isOlder.includes(edit));
    if (others.length < MASS_FILES) return;
    const sample = others.slice(0, MASS_FILES);
    await this.ask(sample, work);
    if (sample.some((edit) => this.isEarlier(edit))) await this.ask(others.slice(MASS_FILES), work);
  }

  private ask(edits: readonly Edit[], work: Work): Promise<void> {
    return forEachLimited(edits, CALLS, async (edit) =>
      this.note(edit, await isVersion(work, edit.id, edit.expected.sha256), work),
    );
  }

  private note({ id, expected: { sha256 } }: Edit, isEarlier: boolean, { clock }: Work): void {
    this.looked.set(id, { sha256, at: clock.now(), isEarlier });
  }

  private isOlder({ id, expected }: Edit): boolean {
    const synced = this.memory.content.synced.get(id);
    const before = synced?.kind === 'record' ? modifiedOf(synced.stamp) : undefined;
    const now = modifiedOf(expected.stamp);
    return before !== undefined && now !== undefined && now < before;
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

  private forgetOld(edits: readonly Edit[], now: number): void {
    const planned = new Set(edits.map(({ id }) => id));
    for (const [id, { at, isEarlier }] of this.looked)
      if (!planned.has(id) && (!isEarlier || now - at > WINDOW_MS)) this.looked.delete(id);
  }

  private librariesOf(edits: readonly Edit[]): ReadonlySet<string> {
    const { synced } = this.memory.content;
    return new Set(edits.map(({ id }) => synced.get(id)?.library ?? ''));
  }
}

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

/** Whether bytes are a version of a document that the server knows. */
async function isVersion(work: Work, id: string, sha256: string): Promise<boolean> {
  try {
    return (await work.remote.versions(id)).some((version) => version.sha256 === sha256);
  } catch (error) {
    // What is wrong with this document alone is said when it is sent.
    if (error instanceof RemoteError && classifyFailure(error).scope === 'item') return false;
    throw error;
  }
}
