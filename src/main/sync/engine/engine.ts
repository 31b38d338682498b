import { BundleRoom } from '../executors/bundle-room.ts';
import { DiskRoom } from '../executors/disk-room.ts';
import { countIgnored, type IgnoreCount } from '../local/ignored.ts';
import { isLockedNow } from '../local/lock-check.ts';
import type { NotSynced } from '../local/not-synced.ts';
import { Outside } from '../local/outside.ts';
import { Scanner, type UnfinishedFile } from '../local/scanner.ts';
import { UNREAD } from '../local/unread.ts';
import type { Matched } from '../planner/match.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import type { BlockedItem } from '../ports/journal.ts';
import type { LibraryInfo, SessionInfo } from '../ports/remote.ts';
import { blockedItems } from './blocked-items.ts';
import { CatchUp } from './catch-up.ts';
import { Comparison, type Round } from './comparison.ts';
import { Conflicts } from './conflicts.ts';
import { Deletions } from './deletions.ts';
import { EmptyFolders } from './empty-folders.ts';
import type { Cycle, EngineListener, EngineOptions, EnginePorts, WaitingFile } from './engine-parts.ts';
import { executeBatch, finishPending, tellNewFile } from './execute.ts';
import type { Failure } from './failure.ts';
import { checkRoot, isAboutDocuments, type Question } from './guard.ts';
import { Leases } from './leases.ts';
import { lostRole, noteRoles } from './libraries.ts';
import { Memory } from './memory.ts';
import { ReplacedFiles } from './replaced/replaced-files.ts';
import { ChannelReporter } from './reporter.ts';
import { Requests } from './requests.ts';
import { ServerRemovals } from './server-removals.ts';
import { Setbacks } from './setbacks.ts';
import { Shortage } from './shortage.ts';
import { SyncPreferences } from './sync-preferences.ts';
import { isWanted, Transfers } from './transfers.ts';
import { unsentFiles } from './unsent.ts';
import { VersionPace } from './version-pace.ts';
import type { Reporter, Work } from './work.ts';

/** After this many comparisons in one cycle the rest is left for later. */
const ROUNDS = 100;

/** Compares both sides and does what differs: scan → plan → execute → journal, until nothing is left. */
export class Engine {
  readonly memory: Memory;
  readonly requests = new Requests();
  readonly preferences: SyncPreferences;
  readonly conflicts: Conflicts;
  blocked: readonly BlockedItem[] = [];
  /** Documents beside which an office program left its lock file, which is ignored. */
  staleLocks: readonly string[] = [];
  /** Files that are never synced though a person may expect it. */
  notSynced: readonly NotSynced[] = [];
  question: Question | undefined;
  /** A large file has come, gone or failed: another cycle has something to do. */
  onTransferEnd: () => void = () => {};
  readonly deletions: Deletions;
  private matched: Pick<Matched, 'entryOf' | 'idOf'> = { entryOf: new Map(), idOf: new Map() };
  private readonly setbacks = new Setbacks();
  private readonly catchUp: CatchUp;
  private readonly scanner: Scanner;
  private readonly comparison: Comparison;
  private readonly reporter: Reporter;
  private readonly leases: Leases;
  private readonly replaced: ReplacedFiles;
  private readonly pace: VersionPace;
  private readonly bundles = new BundleRoom();
  private readonly transfers: Transfers;
  private readonly room: DiskRoom;
  private readonly shortage: Shortage;
  private readonly outside = new Outside();
  private readonly emptyFolders: EmptyFolders;
  private unfinished: readonly UnfinishedFile[] = [];
  private readonly serverRemovals = new ServerRemovals();
  private fullScan = true;
  /** A comparison is running; answers of a person are applied right after it. */
  private comparing = false;
  private readonly pendingAnswers: (() => void)[] = [];
  private announce = true;
  private readonly ports: EnginePorts;
  private readonly options: EngineOptions;
  private readonly listener: EngineListener;

  constructor(ports: EnginePorts, options: EngineOptions, listener: EngineListener) {
    this.ports = ports;
    this.options = options;
    this.listener = listener;
    this.memory = new Memory(ports.journal);
    this.scanner = new Scanner(ports.files, ports.clock, options, options.ignore);
    this.reporter = new ChannelReporter(ports.channel, ports.clock, ports.newId, listener);
    this.replaced = new ReplacedFiles(options.replaced, options.settleMs, options.versionDistanceMs);
    this.leases = new Leases(this.reporter, ports.clock, ports.newId);
    this.conflicts = new Conflicts(this.memory, ports.remote);
    this.catchUp = new CatchUp(ports.remote, this.memory, this.conflicts, options.libraries);
    this.preferences = new SyncPreferences(this.memory, options.onlineOnlyByDefault);
    this.pace = new VersionPace(ports.clock, options.settleMs, options.versionDistanceMs);
    this.deletions = new Deletions(this.memory, ports.clock);
    this.transfers = new Transfers(options.largeBytes, () => this.onTransferEnd());
    this.room = new DiskRoom(ports.files);
    this.emptyFolders = new EmptyFolders(options.settleMs);
    const { memory, scanner, preferences, pace, transfers, room, setbacks, replaced } = this;
    this.shortage = new Shortage({ room, setbacks, replaced, preferences, transfers });
    const { files, clock } = ports;
    const removedAt = this.deletions.markedAt;
    const { settleMs } = options;
    this.comparison = new Comparison({
      files,
      clock,
      memory,
      scanner,
      preferences,
      pace,
      transfers,
      settleMs,
      removedAt,
    });
  }

  /** A hint of the watcher: something may have changed at this path. */
  mark(path: string): void {
    this.setbacks.changed(path, this.ports.clock.now());
    this.scanner.mark(path);
    this.replaced.mark(path);
    this.outside.mark(path);
  }

  /** The libraries that are synced. */
  get libraries(): readonly LibraryInfo[] {
    return this.catchUp.libraries;
  }

  /** A hint of the server: this library's feed has changed; without an id, perhaps all of them. */
  markLibrary(id?: string): void {
    this.catchUp.markLibrary(id);
  }

  /** The next cycle scans everything, and reads the list of libraries. */
  markAll(): void {
    this.fullScan = true;
    this.catchUp.markAll();
  }

  /** Sets the person's own patterns. The next cycle scans everything. */
  ignore(patterns: readonly string[]): void {
    this.scanner.ignore(patterns);
    this.markAll();
  }

  /** How many documents on the disk each pattern would match. */
  countIgnored(patterns: readonly string[]): Promise<IgnoreCount> {
    const roots = [...this.memory.content.libraries.values()].map(({ path }) => path);
    return countIgnored(this.ports.files, roots, patterns);
  }

  /** Roles, libraries or the session may have changed. */
  markLibraries(): void {
    this.catchUp.markAccess();
  }

  /** Restores what the question names, and what else is missing on the disk. */
  restoreMissing(): void {
    this.deletions.restore(this.comparison.missing);
  }

  /**
   * Applies a person's answer to the question. A running comparison is aborted and made again: it does not know the
   * answer, and would ask again.
   */
  follow(answer: () => void): void {
    const action = () => {
      answer();
      this.question = undefined;
      this.markAll();
    };
    if (this.comparing) this.pendingAnswers.push(action);
    else action();
  }

  /** A person's answer about documents that the server no longer has. */
  answerRemoval(answer: 'retry' | 'keep-here' | 'remove-here'): void {
    if (answer === 'remove-here') this.serverRemovals.accept();
    else if (answer === 'keep-here') this.memory.commit(this.serverRemovals.keep());
    else this.memory.commit(this.serverRemovals.askAgain(this.memory));
  }

  /** Tells the screens again of new files that wait for a person: a screen may not have heard of them. */
  announceAgain(): void {
    this.announce = true;
  }

  /** A person's decision about a blocked file. Throws `RemoteError` where the server refuses it. */
  async resolveBlocked(key: string, action: string): Promise<void> {
    const { blocked, synced } = this.memory.content;
    if (action === 'retry') {
      this.setbacks.retry(key);
      if (key.startsWith(UNREAD)) this.scanner.retry(key.slice(UNREAD.length));
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
    const waiting: WaitingFile[] = this.unfinished.map(({ path, why, until }) => ({
      key: path,
      path,
      why,
      until,
    }));
    for (const [opId, { due }] of this.pace.deferred) {
      const operation = this.memory.content.operations.get(opId);
      if (!operation?.recordId) continue;
      const { path, recordId } = operation;
      waiting.push({ key: opId, path, recordId, why: 'saving', until: due });
    }
    return waiting;
  }

  /**
   * Paths of files whose bytes the server does not have. Looks at the disk once more: some may have changed since the
   * last cycle.
   */
  async unsent(): Promise<readonly string[]> {
    const tree = await this.comparison.look();
    return unsentFiles(tree, this.memory.content, this.matched);
  }

  /** "Subir ahora": sends a waiting file as it is. `key` is the waiting file's. */
  sendNow(key: string): void {
    this.pace.hurry(key);
    const file = this.unfinished.find(({ path }) => path === key);
    if (file) this.scanner.takeAtOnce(file.path);
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
    this.scanner.mark(folder);
  }

  /** Whether large files travel at the moment, or have failed and the next cycle handles that. */
  get isTransferring(): boolean {
    return this.transfers.isBusy;
  }

  /** Stops the transfers of large files. The next cycle goes on with them from where they are. */
  stopTransfers(): void {
    this.transfers.stop();
  }

  /** Until no large file travels any more. */
  async transfersEnd(): Promise<void> {
    await this.transfers.idle();
  }

  /** Local path of a record that is on the disk. */
  pathOf(id: string): string | undefined {
    return this.matched.entryOf.get(id)?.path;
  }

  /** Compares both sides once, and does everything that follows. */
  async cycle(signal: AbortSignal): Promise<Cycle> {
    try {
      const cycle = await this.compareAndDo(signal);
      for (const { error } of [...cycle.failures, ...cycle.setbacks]) this.shortage.note(error);
      return cycle;
    } catch (error) {
      this.shortage.note(error);
      throw error;
    }
  }

  private async compareAndDo(signal: AbortSignal): Promise<Cycle> {
    const aboutRoot = await checkRoot(this.ports.files, this.memory, this.ports.newId);
    // A question about documents stays until this cycle has decided again: a person may be answering it.
    if (aboutRoot || !isAboutDocuments(this.question)) this.question = aboutRoot;
    if (aboutRoot) return { operations: 0, failures: [], setbacks: [], resting: false, nextAt: undefined };
    await this.ports.claim?.hold();
    await this.shortage.ease({ ...this.ports, memory: this.memory });
    let session = await this.catchUp.run();
    let work = this.work(session, signal);
    if (this.fullScan) {
      this.replaced.markAll();
      this.outside.markAll();
      await this.shortage.tidy(work);
    }
    if (this.announce) for (const item of this.memory.content.blocked.values()) tellNewFile(work, item);
    this.announce = false;
    const { clock, files } = this.ports;
    const setbacks: Failure[] = [];
    /** Separates failures that block only their item from those that stop the cycle. */
    const sort = (found: readonly Failure[]) => {
      const stopping = this.setbacks.take(found, clock.now(), this.memory.content.operations);
      setbacks.push(...found.filter((each) => !stopping.includes(each)));
      return stopping;
    };
    this.setbacks.keepPending(this.memory.content.operations);
    const pending = this.memory.content.operations.size;
    const failures = sort(this.transfers.takeFailures());
    if (failures.length === 0)
      failures.push(
        ...sort(await finishPending(work, (operation) => this.setbacks.isWaiting(operation, clock.now()))),
      );
    let operations = pending - this.memory.content.operations.size;
    for (const id of this.requests.wanted) this.preferences.keep(id);
    await this.requests.create(work, (path) => this.matched.idOf.get(path));
    let before = '';
    for (let rounds = 0; rounds < ROUNDS && failures.length === 0 && !signal.aborted; rounds += 1) {
      // A busy folder takes many rounds, so hints of the server are handled before each.
      if (this.catchUp.isMarked) {
        session = await this.catchUp.run();
        work = this.work(session, signal);
      }
      // A large file may have failed since this cycle began: its next try waits for its pause.
      failures.push(...sort(this.transfers.takeFailures()));
      this.transfers.stopUnwanted((operation) => isWanted(this.memory, operation));
      await this.shortage.easeAgain(work);
      const round = await this.round(session);
      if (this.deletions.bringBack(round)) continue;
      this.deletions.judge(round);
      this.question = this.deletions.question;
      const { unsettled } = round.plan;
      const allowed = this.deletions.allowed(round.plan.batch);
      const isUnderWay = (key: string) => this.transfers.isUnderWay(key);
      const batch = this.setbacks.ready({ batch: allowed, unsettled }, clock.now(), isUnderWay);
      this.noteBlocked(round);
      const kept = this.libraries.filter((library) => !lostRole(this.memory, library));
      const open = new Set(kept.map(({ id }) => id));
      const removal = this.serverRemovals.question(batch, this.memory, open, clock.now());
      if (removal) {
        this.question = removal;
        // The question is asked again, with what vanishes meanwhile.
        return { operations, failures, setbacks, resting: false, nextAt: round.nextGone };
      }
      const signature = JSON.stringify(batch);
      // The batch had no effect the last time: a file is in use, or changes all the time.
      const stuck = batch.length > 0 && signature === before;
      if (batch.length === 0 || stuck) {
        this.rest(work, round);
        await this.outside.look(files, this.memory.content.libraries.values(), this.scanner.patterns);
        this.noteBlocked(round);
        const nextReplaced = await this.replaced.look(work, round.scan.tree);
        const again = stuck ? this.ports.clock.now() + this.options.settleMs : undefined;
        const { nextDue } = this.pace;
        const retries = [this.setbacks.nextAt, round.scan.unreadAt];
        const { nextSettled } = round.scan;
        const times = [
          nextSettled,
          round.nextGone,
          this.leases.nextRenewal,
          nextDue,
          nextReplaced,
          this.emptyFolders.nextAt,
          this.shortage.nextAt,
          again,
          ...retries,
        ];
        const due = times.filter((time) => time !== undefined);
        const waiting =
          stuck ||
          round.plan.unsettled ||
          [round.nextGone, nextDue, nextReplaced, this.emptyFolders.nextAt].some(
            (time) => time !== undefined,
          );
        const resting = !waiting && !this.question && nextSettled === undefined && !this.isTransferring;
        const nextAt = due.length > 0 ? Math.min(...due) : undefined;
        return { operations, failures, setbacks, resting, nextAt };
      }
      before = signature;
      operations += batch.length;
      this.deletions.note(batch);
      this.listener.onPlan(batch.length);
      const places = { idAt: (path: string) => this.matched.idOf.get(path) };
      failures.push(...sort(await (this.ports.execute ?? executeBatch)(work, batch, places)));
    }
    const nextAt = clock.now() + this.options.settleMs;
    return { operations, failures, setbacks, resting: false, nextAt };
  }

  private async round(session: SessionInfo): Promise<Round> {
    const full = this.fullScan;
    // If a full scan is requested during this one, the next is a full one too.
    this.fullScan = false;
    this.comparing = true;
    const round = await this.comparison
      .compare(this.libraries, session.organization, full)
      .catch((error: unknown) => {
        this.fullScan ||= full;
        throw error;
      })
      .finally(() => {
        this.comparing = false;
      });
    if (this.pendingAnswers.length > 0) {
      for (const action of this.pendingAnswers.splice(0)) action();
      return this.round(session);
    }
    this.matched = round.matched;
    this.unfinished = round.scan.unfinished;
    this.staleLocks = round.scan.locks.filter(({ stale }) => stale).map(({ path }) => path);
    this.leases.update(round.scan.locks, (path) => round.matched.idOf.get(path), session);
    return round;
  }

  private noteBlocked(round: Round): void {
    const { plan, scan, matched } = round;
    this.blocked = blockedItems(round, this.setbacks);
    const backups = [...matched.backups].map((path) => ({ path, reason: 'backup' as const }));
    const emptyFolders = this.emptyFolders.settled(plan.emptyFolders, this.ports.clock.now());
    this.notSynced = [...scan.notSynced, ...backups, ...emptyFolders, ...this.outside.found];
  }

  /** Nothing is left to do now. */
  private rest(work: Work, round: Round): void {
    this.forgetOldBlocked(round);
    this.requests.settle(work, (id) => this.pathOf(id), this.listener.onOpen);
    if (round.plan.unsettled || round.plan.batch.length > 0 || this.isTransferring) return;
    this.catchUp.dropLeft();
    noteRoles(this.memory, this.libraries);
    for (const library of this.memory.content.libraries.values()) {
      if (library.settledOnce || library.cursor === undefined) continue;
      this.memory.commit([{ type: 'library', library: { ...library, settledOnce: true } }]);
    }
  }

  private forgetOldBlocked({ scan, plan }: Round): void {
    if (this.memory.content.blocked.size === 0) return;
    // Where a folder cannot be listed, its contents are unknown.
    if (scan.unread.some(({ kind }) => kind === 'folder')) return;
    const identities = new Set<string>();
    for (const entry of scan.tree.values()) identities.add(entry.identity);
    const listed = new Set(plan.blocked.map(({ key }) => key));
    const gone = [...this.memory.content.blocked.values()].filter(({ key, reason }) => {
      // The folder is on the server again, or the person removed everything from it.
      if (reason === 'left-behind' && !listed.has(key)) return true;
      return reason !== 'conflict' && !identities.has(key);
    });
    this.memory.commit(gone.map(({ key }) => ({ type: 'unblocked', key })));
  }

  private work(person: SessionInfo, signal: AbortSignal): Work {
    const { files, remote, clock, newId } = this.ports;
    return {
      files,
      remote,
      memory: this.memory,
      clock,
      reporter: this.reporter,
      person,
      newId,
      signal,
      recheck: this.ports.recheck ?? true,
      isIgnored: (path) => this.scanner.isIgnored(path),
      isLocked: (path) => isLockedNow(files, clock, path),
      stale: (library) => this.markLibrary(library),
      touched: (folder) => this.scanner.mark(folder),
      pace: this.pace,
      transfers: this.transfers,
      room: this.room,
      bundles: this.bundles,
      askedFor: (recordId, kind) => this.requests.operationFor(recordId, kind),
    };
  }
}
