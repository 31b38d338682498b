import { countIgnored, type IgnoreCount } from '../local/ignored.ts';
import type { NotSynced } from '../local/not-synced.ts';
import { UNREAD } from '../local/unread.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import { isUnchanged } from '../ports/files.ts';
import type { BlockedItem } from '../ports/journal.ts';
import type { LibraryInfo } from '../ports/remote.ts';
import type { Memory } from './comparing/memory.ts';
import { type CreatedParts, createParts } from './create-parts.ts';
import { Cycles } from './cycles.ts';
import type { Cycle, EngineListener, EngineOptions, EnginePorts, WaitingFile } from './engine-parts.ts';
import { withPathHere } from './places.ts';
import type { Deletions } from './removals/deletions.ts';
import type { Question } from './removals/guard.ts';
import type { Requests } from './requests.ts';
import type { Conflicts } from './saves/conflicts.ts';
import { unsentFiles } from './saves/unsent.ts';
import type { SyncPreferences } from './sync-preferences.ts';

/** Compares both sides and does what differs: scan → plan → execute → journal, until nothing is left. */
export class Engine {
  readonly memory: Memory;
  readonly requests: Requests;
  readonly preferences: SyncPreferences;
  readonly conflicts: Conflicts;
  readonly deletions: Deletions;
  /** A large file has come, gone or failed: another cycle has something to do. */
  onTransferEnd: () => void = () => {};
  private readonly cycles: Cycles;
  private readonly parts: CreatedParts;
  private readonly ports: EnginePorts;

  constructor(ports: EnginePorts, options: EngineOptions, listener: EngineListener) {
    this.ports = ports;
    this.parts = createParts(
      ports,
      options,
      listener,
      () => this.onTransferEnd(),
      (id) => this.pathOf(id),
    );
    this.cycles = new Cycles(ports, options, listener, this.parts);
    this.memory = this.parts.memory;
    this.requests = this.parts.requests;
    this.preferences = this.parts.preferences;
    this.conflicts = this.parts.conflicts;
    this.deletions = this.parts.deletions;
  }

  get blocked(): readonly BlockedItem[] {
    return this.cycles.blocked;
  }

  /** Documents beside which an office program left its lock file, which is ignored. */
  get staleLocks(): readonly string[] {
    return this.cycles.staleLocks;
  }

  /** Files that are never synced though a person may expect it. */
  get notSynced(): readonly NotSynced[] {
    return this.cycles.notSynced;
  }

  get question(): Question | undefined {
    return this.cycles.question;
  }

  /** A hint of the watcher: something may have changed at this path. */
  mark(path: string): void {
    this.parts.setbacks.changed(path, this.ports.clock.now());
    this.parts.scanner.mark(path);
    this.parts.replaced.mark(path);
    this.parts.outside.mark(path);
    this.parts.comparison.peek(path);
  }

  /** When what `mark` caused has been looked at, and is in the journal. */
  peeked(): Promise<void> {
    return this.parts.comparison.peeked();
  }

  /** The libraries that are synced. */
  get libraries(): readonly LibraryInfo[] {
    return this.parts.catchUp.libraries;
  }

  /** A hint of the server: this library's feed has changed; without an id, perhaps all of them. */
  markLibrary(id?: string): void {
    this.parts.catchUp.markLibrary(id);
  }

  /** The next cycle scans everything, and reads the list of libraries. */
  markAll(): void {
    this.cycles.markAll();
  }

  /** Sets the person's own patterns. The next cycle scans everything. */
  ignore(patterns: readonly string[]): void {
    this.parts.scanner.ignore(patterns);
    this.markAll();
  }

  /** How many documents on the disk each pattern would match. */
  countIgnored(patterns: readonly string[]): Promise<IgnoreCount> {
    const roots = [...this.memory.content.libraries.values()].map(({ path }) => path);
    return countIgnored(this.ports.files, roots, patterns);
  }

  /** Roles, libraries or the session may have changed. */
  markLibraries(): void {
    this.parts.catchUp.markAccess();
  }

  /** Restores what the question names, and what else is missing on the disk. */
  restoreMissing(): void {
    this.deletions.restore(this.parts.comparison.missing);
  }

  /**
   * Applies a person's answer to the question. A running comparison is aborted and made again: it does not know the
   * answer, and would ask again.
   */
  follow(answer: () => void): void {
    this.cycles.follow(answer);
  }

  /** The person says that the folder is the right one: both sides are compared anew. */
  startOver(): Promise<void> {
    return this.parts.root.startOver();
  }

  /** The documents that a question names now, whatever it asks about them. */
  get namedNow(): ReadonlySet<string> {
    return new Set([...this.deletions.namedNow, ...this.parts.earlier.namedNow]);
  }

  /**
   * A person's answer about documents that went back to an earlier version.
   * @param seen what the question named when the person saw it
   */
  answerEarlier(answer: 'fetch-current' | 'send-earlier', seen: ReadonlySet<string>): void {
    if (answer === 'fetch-current') this.parts.earlier.fetchCurrent();
    else this.parts.earlier.send(seen);
  }

  /** A person's answer about documents that the server no longer has. */
  answerRemoval(answer: 'retry' | 'keep-here' | 'remove-here'): void {
    if (answer === 'remove-here') this.parts.serverRemovals.accept();
    else if (answer === 'keep-here') this.memory.commit(this.parts.serverRemovals.keep());
    else this.memory.commit(this.parts.serverRemovals.askAgain(this.memory));
  }

  /** Tells the screens again of new files that wait for a person: a screen may not have heard of them. */
  announceAgain(): void {
    this.cycles.announceAgain();
  }

  /** A person's decision about a blocked file. Throws `RemoteError` where the server refuses it. */
  async resolveBlocked(key: string, action: string): Promise<void> {
    const { blocked, synced } = this.memory.content;
    if (action === 'retry') {
      this.parts.setbacks.retry(key);
      if (key.startsWith(UNREAD)) this.parts.scanner.retry(key.slice(UNREAD.length));
    }
    if (action === 'use' || action === 'keep') await this.conflicts.settle(key, action, this.ports.newId());
    else if (action === 'sync-again') this.preferences.syncAgain(key);
    else if (action === 'send-now') this.sendNow(key);
    else if (action === 'create' && blocked.get(key)?.reason === 'new-file') this.announceAgain();
    else if (action === 'create' && synced.has(key)) this.memory.commit([{ type: 'forget', id: key }]);
    // A copy becomes a document of its own; a refused file is tried once more.
    else if (action === 'create' || action === 'retry') this.memory.commit([{ type: 'unblocked', key }]);
  }

  /** Files whose bytes wait to be sent, and until when on the clock's scale. */
  get waiting(): readonly WaitingFile[] {
    const waiting: WaitingFile[] = this.cycles.unfinished.map(({ path, why, until }) => ({
      key: path,
      path,
      why,
      until,
    }));
    for (const [opId, { due }] of this.parts.pace.deferred) {
      const operation = this.memory.content.operations.get(opId);
      if (!operation?.recordId) continue;
      const { path, recordId } = operation;
      const item = { key: opId, path, recordId, why: 'saving', until: due } as const;
      waiting.push(withPathHere(item, this.cycles.matched));
    }
    return [...waiting, ...this.parts.earlier.waiting];
  }

  /**
   * Paths of files whose bytes the server does not have. Looks at the disk once more: some may have changed since the
   * last cycle.
   */
  async unsent(): Promise<readonly string[]> {
    const tree = await this.parts.comparison.look();
    const stays = new Set(this.notSynced.map(({ path }) => path));
    return unsentFiles(tree, this.memory.content, this.cycles.matched, (path) => stays.has(path));
  }

  /** "Subir ahora": sends a waiting file as it is. `key` is the waiting file's. */
  sendNow(key: string): void {
    this.parts.pace.hurry(key);
    this.parts.earlier.accept([key]);
    const file = this.cycles.unfinished.find(({ path }) => path === key);
    if (file) this.parts.scanner.takeAtOnce(file.path);
  }

  /**
   * Gives a file that is not synced a name under which it is. Throws `FilesError`, for example where the name is taken.
   */
  async renameNotSynced(path: string): Promise<void> {
    const found = this.notSynced.find((each) => each.path === path);
    if (!found?.proposed) return;
    const folder = parentPath(path);
    const { files } = this.ports;
    if (found.rawName) await files.renameRaw(folder, found.rawName, found.proposed);
    else await files.move(path, joinPath(folder, found.proposed));
    this.parts.scanner.mark(folder);
  }

  /** Whether large files travel at the moment, or have failed and the next cycle handles that. */
  get isTransferring(): boolean {
    return this.parts.transfers.isBusy;
  }

  /** Stops the transfers of large files. The next cycle goes on with them from where they are. */
  stopTransfers(): void {
    this.parts.transfers.stop();
  }

  /** Until no large file travels any more. */
  async transfersEnd(): Promise<void> {
    await this.parts.transfers.idle();
  }

  /** Local path of a record that is on the disk. */
  pathOf(id: string): string | undefined {
    return this.cycles.matched.entryOf.get(id)?.path;
  }

  /**
   * Local path of the file that holds exactly this version of a record: it is in step, and is on the disk as it was when
   * its hash was computed.
   */
  async exactPathOf(record: string, version: string): Promise<string | undefined> {
    const path = this.pathOf(record);
    const synced = this.memory.content.synced.get(record);
    if (path === undefined || synced?.kind !== 'record' || synced.versionId !== version) return undefined;
    const entry = await this.ports.files.stat(path);
    return entry?.kind === 'file' && isUnchanged(entry, synced) ? path : undefined;
  }

  /** Compares both sides once, and does everything that follows. */
  cycle(signal: AbortSignal): Promise<Cycle> {
    return this.cycles.run(signal);
  }
}
