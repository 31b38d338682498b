import type { NotSynced } from '../local/not-synced.ts';
import type { UnfinishedFile } from '../local/scan.ts';
import type { Matched } from '../planner/matching/matched.ts';
import type { BlockedItem } from '../ports/journal.ts';
import type { SessionInfo } from '../ports/remote.ts';
import type { Round } from './comparing/comparison.ts';
import type { CreatedParts } from './create-parts.ts';
import type { Cycle, EngineListener, EngineOptions, EnginePorts } from './engine-parts.ts';
import { blockedItems, forgetOldBlocked } from './failures/blocked-items.ts';
import type { Failure } from './failures/failure.ts';
import { lostRole, noteRoles } from './libraries/libraries.ts';
import { isAboutDocuments, type Question } from './removals/guard.ts';
import { createWork } from './work/create-work.ts';
import { executeBatch, finishPending, tellNewFile } from './work/execute.ts';
import { isWanted } from './work/transfers.ts';
import type { Work } from './work/work.ts';

/** After this many comparisons in one cycle the rest is left for later. */
const ROUNDS = 100;

/** Runs one cycle after the other, and keeps what the last comparison found. */
export class Cycles {
  blocked: readonly BlockedItem[] = [];
  staleLocks: readonly string[] = [];
  notSynced: readonly NotSynced[] = [];
  question: Question | undefined;
  matched: Pick<Matched, 'entryOf' | 'idOf'> = { entryOf: new Map(), idOf: new Map() };
  unfinished: readonly UnfinishedFile[] = [];
  private fullScan = true;
  /** A comparison is running; answers of a person are applied right after it. */
  private comparing = false;
  private readonly pendingAnswers: (() => void)[] = [];
  private announce = true;
  private readonly ports: EnginePorts;
  private readonly options: EngineOptions;
  private readonly listener: EngineListener;
  private readonly parts: CreatedParts;

  constructor(ports: EnginePorts, options: EngineOptions, listener: EngineListener, parts: CreatedParts) {
    this.ports = ports;
    this.options = options;
    this.listener = listener;
    this.parts = parts;
  }

  /** The next cycle scans everything, and reads the list of libraries. */
  markAll(): void {
    this.fullScan = true;
    this.parts.catchUp.markAll();
  }

  /** The next cycle tells the screens again of new files that wait for a person. */
  announceAgain(): void {
    this.announce = true;
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

  /** Compares both sides once, and does everything that follows. */
  async run(signal: AbortSignal): Promise<Cycle> {
    const { shortage } = this.parts;
    try {
      const cycle = await this.compareAndDo(signal);
      for (const { error } of [...cycle.failures, ...cycle.setbacks]) shortage.note(error);
      return cycle;
    } catch (error) {
      shortage.note(error);
      throw error;
    }
  }

  private async compareAndDo(signal: AbortSignal): Promise<Cycle> {
    const { memory, catchUp, transfers, shortage, deletions, earlier } = this.parts;
    const aboutRoot = await this.parts.root.check();
    // A question about documents stays until this cycle has decided again: a person may be answering it.
    if (aboutRoot || !isAboutDocuments(this.question)) this.question = aboutRoot;
    if (aboutRoot) return { operations: 0, failures: [], setbacks: [], resting: false, nextAt: undefined };
    await this.ports.claim?.hold();
    await shortage.ease({ ...this.ports, memory });
    // On a full disk the journal takes no note before that has made room.
    await this.parts.root.renew();
    let session = await catchUp.run();
    let work = createWork(this.ports, this.parts, session, signal);
    if (this.fullScan) {
      this.parts.replaced.markAll();
      this.parts.outside.markAll();
      await shortage.tidy(work);
    }
    if (this.announce) for (const item of memory.content.blocked.values()) tellNewFile(work, item);
    this.announce = false;
    const { clock } = this.ports;
    const setbacks: Failure[] = [];
    /** Separates failures that block only their item from those that stop the cycle. */
    const sort = (found: readonly Failure[]) => {
      const stopping = this.parts.setbacks.take(found, clock.now(), memory.content.operations);
      setbacks.push(...found.filter((each) => !stopping.includes(each)));
      return stopping;
    };
    this.parts.setbacks.keepPending(memory.content.operations);
    const pending = memory.content.operations.size;
    const failures = sort(transfers.takeFailures());
    if (failures.length === 0)
      failures.push(
        ...sort(
          await finishPending(work, (operation) => this.parts.setbacks.isWaiting(operation, clock.now())),
        ),
      );
    let operations = pending - memory.content.operations.size;
    const { requests } = this.parts;
    for (const id of requests.wanted) this.parts.preferences.keep(id);
    await requests.create(work, (path) => this.matched.idOf.get(path));
    let before = '';
    for (let rounds = 0; rounds < ROUNDS && failures.length === 0 && !signal.aborted; rounds += 1) {
      // A busy folder takes many rounds, so hints of the server are handled before each.
      if (catchUp.isMarked) {
        session = await catchUp.run();
        work = createWork(this.ports, this.parts, session, signal);
      }
      // A large file may have failed since this cycle began: its next try waits for its pause.
      failures.push(...sort(transfers.takeFailures()));
      transfers.stopUnwanted((operation) => isWanted(memory, operation));
      await shortage.easeAgain(work);
      const round = await this.round(session);
      if (deletions.bringBack(round)) continue;
      deletions.judge(round);
      const { unsettled } = round.plan;
      const wanted = deletions.allowed(round.plan.batch);
      const allowed = await this.undisturbed(() => earlier.allowed(wanted, work, round.matched));
      if (this.applyAnswers()) continue;
      this.question = deletions.question ?? earlier.question;
      const isUnderWay = (key: string) => transfers.isUnderWay(key);
      const batch = this.parts.setbacks.ready({ batch: allowed, unsettled }, clock.now(), isUnderWay);
      this.noteBlocked(round);
      const kept = catchUp.libraries.filter((library) => !lostRole(memory, library));
      const open = new Set(kept.map(({ id }) => id));
      const removal = this.parts.serverRemovals.question(batch, memory, open, clock.now());
      if (removal) {
        this.question = removal;
        // The question is asked again, with what vanishes meanwhile.
        return { operations, failures, setbacks, resting: false, nextAt: round.nextGone };
      }
      const signature = JSON.stringify(batch);
      // The batch had no effect the last time: a file is in use, or changes all the time.
      const stuck = batch.length > 0 && signature === before;
      if (batch.length === 0 || stuck)
        return { operations, failures, setbacks, ...(await this.rest(work, round, stuck)) };
      before = signature;
      operations += batch.length;
      deletions.note(batch);
      this.listener.onPlan(batch.length);
      const places = { idAt: (path: string) => this.matched.idOf.get(path) };
      failures.push(...sort(await (this.ports.execute ?? executeBatch)(work, batch, places)));
    }
    const nextAt = clock.now() + this.options.settleMs;
    return { operations, failures, setbacks, resting: false, nextAt };
  }

  private async round(session: SessionInfo): Promise<Round> {
    const { catchUp, comparison, leases } = this.parts;
    const full = this.fullScan;
    // If a full scan is requested during this one, the next is a full one too.
    this.fullScan = false;
    const compare = () => comparison.compare(catchUp.libraries, session.organization, full);
    const round = await this.undisturbed(compare).catch((error: unknown) => {
      this.fullScan ||= full;
      throw error;
    });
    if (this.applyAnswers()) return this.round(session);
    this.matched = round.matched;
    this.unfinished = round.scan.unfinished;
    this.staleLocks = round.scan.locks.filter(({ stale }) => stale).map(({ path }) => path);
    leases.update(round.scan.locks, (path) => round.matched.idOf.get(path), session);
    return round;
  }

  /** A person's answers that come meanwhile are applied afterwards. */
  private async undisturbed<T>(action: () => Promise<T>): Promise<T> {
    this.comparing = true;
    return action().finally(() => {
      this.comparing = false;
    });
  }

  /** @returns whether a person answered: then both sides must be compared again */
  private applyAnswers(): boolean {
    const answers = this.pendingAnswers.splice(0);
    for (const apply of answers) apply();
    return answers.length > 0;
  }

  private noteBlocked(round: Round): void {
    const { plan, scan, matched } = round;
    this.blocked = blockedItems(round, this.parts.setbacks);
    const backups = [...matched.backups].map((path) => ({ path, reason: 'backup' as const }));
    const emptyFolders = this.parts.emptyFolders.settled(plan.emptyFolders, this.ports.clock.now());
    this.notSynced = [...scan.notSynced, ...backups, ...emptyFolders, ...this.parts.outside.found];
  }

  /**
   * Nothing is left to do now.
   * @param stuck the round has a batch, which had no effect the last time
   */
  private async rest(work: Work, round: Round, stuck: boolean): Promise<Pick<Cycle, 'resting' | 'nextAt'>> {
    const { memory, scanner, outside, replaced } = this.parts;
    this.settle(work, round);
    await outside.look(this.ports.files, memory.content.libraries.values(), scanner.patterns);
    this.noteBlocked(round);
    const nextReplaced = await replaced.look(work, round.scan.tree);
    const again = stuck ? this.ports.clock.now() + this.options.settleMs : undefined;
    const { nextDue } = this.parts.pace;
    const retries = [this.parts.setbacks.nextAt, round.scan.unreadAt];
    const { nextSettled } = round.scan;
    const times = [
      nextSettled,
      round.nextGone,
      this.parts.leases.nextRenewal,
      nextDue,
      nextReplaced,
      this.parts.emptyFolders.nextAt,
      this.parts.earlier.nextAt,
      this.parts.shortage.nextAt,
      again,
      ...retries,
    ];
    const due = times.filter((time) => time !== undefined);
    const waiting =
      stuck ||
      round.plan.unsettled ||
      [round.nextGone, nextDue, nextReplaced, this.parts.emptyFolders.nextAt, this.parts.earlier.nextAt].some(
        (time) => time !== undefined,
      );
    const { isBusy } = this.parts.transfers;
    const resting = !waiting && !this.question && nextSettled === undefined && !isBusy;
    return { resting, nextAt: due.length > 0 ? Math.min(...due) : undefined };
  }

  /** Ends what only a round without more to do may end. */
  private settle(work: Work, round: Round): void {
    const { memory, requests, catchUp } = this.parts;
    forgetOldBlocked(memory, round);
    requests.settle(work, (id) => this.matched.entryOf.get(id)?.path, this.listener.onOpen);
    if (round.plan.unsettled || round.plan.batch.length > 0 || this.parts.transfers.isBusy) return;
    catchUp.dropLeft();
    noteRoles(memory, catchUp.libraries);
    for (const library of memory.content.libraries.values()) {
      if (library.settledOnce || library.cursor === undefined) continue;
      memory.commit([
        { type: 'library', library: { ...library, settledOnce: true, startedOver: undefined } },
      ]);
    }
    this.parts.root.agreed();
  }
}
