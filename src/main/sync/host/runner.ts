import type { Engine } from '../engine/engine.ts';
import { goesOn, isAboutDocuments } from '../engine/removals/guard.ts';
import { applyMessage, lookAtEverything } from './apply-message.ts';
import { Attempts } from './attempts.ts';
import { classifyError, statusOf } from './classify-error.ts';
import { Pausing } from './pausing.ts';
import type { Answer, Problem, RunnerListener, RunnerOptions, RunnerPorts, Status } from './runner-parts.ts';
import { Watching } from './watching.ts';

/** Hints come in bursts. The first one is followed at once; the others are collected for this many milliseconds. */
const GATHER_MS = 30;
const REVOKED: Problem = { code: 'revoked', message: 'This desktop was revoked' };

/** The engine's loop: waits for hints of both sides, and lets the engine compare. */
export class Runner {
  status: Status = 'starting';
  problem: Problem | undefined;
  private readonly pausing = new Pausing();
  private hinted = false;
  /** Ids that the question named when it was last shown. */
  private seen: ReadonlySet<string> = new Set();
  private wakeUp = new AbortController();
  private readonly attempts = new Attempts();
  private polledAt = Number.NEGATIVE_INFINITY;
  private scannedAt = Number.NEGATIVE_INFINITY;
  private revoked = false;
  /** The connection is back, and what was missed meanwhile was not requested yet. */
  private back = false;
  private looking: NodeJS.Timeout | undefined;
  /** The last failure in the log: it is logged once, however often it occurs. */
  private logged = '';
  /** Ends the running cycle: a running commit is finished, transfers stop. */
  private cycling = new AbortController();
  private readonly watching: Watching;
  private readonly engine: Engine;
  private readonly ports: RunnerPorts;
  private readonly options: RunnerOptions;
  private readonly listener: RunnerListener;

  constructor(engine: Engine, ports: RunnerPorts, options: RunnerOptions, listener: RunnerListener) {
    this.engine = engine;
    this.ports = ports;
    this.options = options;
    this.listener = listener;
    engine.onTransferEnd = () => this.wake();
    this.watching = new Watching(ports.watcher, {
      onDirty: (path) => this.onDirty(path),
      onBlind: () => {
        engine.markAll();
        this.wake();
      },
      onLog: (text) => listener.onLog(text),
    });
  }

  /** Runs until `signal` is aborted. A running commit is finished first. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.wake();
    signal.addEventListener('abort', stop);
    try {
      await this.watching.start();
      await this.ports.channel.start({
        onMessage: (message) => {
          if (applyMessage(this.engine, message)) this.wake();
        },
        onReset: () => this.lookSoon(),
        onBack: () => {
          this.back = true;
          if (this.attempts.failures > 0) this.wake();
        },
        onRevoked: () => {
          this.revoked = true;
          this.interrupt();
          this.stopFor(REVOKED);
        },
      });
      while (!signal.aborted) {
        const until = await this.step(signal);
        await this.rest(until, signal);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(this.looking);
      this.engine.stopTransfers();
      await this.engine.transfersEnd();
      await this.watching.close();
      await this.engine.peeked();
      await this.ports.channel.close();
    }
  }

  /** Runs one cycle. Returns when the next is due, on the clock's scale. */
  async step(signal: AbortSignal): Promise<number> {
    const now = this.ports.clock.now();
    if (this.revoked) return this.stopFor(REVOKED);
    if (this.pausedBy) return this.stay();
    if (now - this.polledAt >= this.options.pollMs) {
      this.engine.markLibrary();
      this.polledAt = now;
    }
    if (now - this.scannedAt >= this.watching.every(this.options.rescanMs)) {
      this.engine.markAll();
      this.scannedAt = now;
    }
    const cycling = new AbortController();
    this.cycling = cycling;
    try {
      const cycle = await this.engine.cycle(AbortSignal.any([signal, cycling.signal]));
      if (cycling.signal.aborted) return now;
      this.seen = this.engine.namedNow;
      this.listener.onQuestion(this.engine.question);
      this.listener.onCycle(cycle);
      const { question } = this.engine;
      if (question && !goesOn(question)) {
        if (question.kind !== 'mass-removal') this.watching.rootIsAway();
        this.stopFor({ code: question.kind, message: '' });
        return Math.min(cycle.nextAt ?? Number.POSITIVE_INFINITY, this.nextRescan);
      }
      await this.watching.rootIsThere();
      for (const { error } of cycle.setbacks) this.listener.onLog(classifyError(error).log);
      const [failure] = cycle.failures;
      if (failure) return this.failed(failure.error);
      this.attempts.succeed();
      this.logged = '';
      // The question names what waits for its answer; everything else goes on.
      if (question) this.show('problem', { code: question.kind, message: '' });
      else this.show(this.engine.isTransferring ? 'syncing' : 'online');
      const nextPoll = this.polledAt + this.options.pollMs;
      return Math.min(cycle.nextAt ?? Number.POSITIVE_INFINITY, nextPoll, this.nextRescan);
    } catch (error) {
      if (cycling.signal.aborted) return now;
      return this.failed(error);
    }
  }

  /** Why it is paused: by its person, or by the network; `undefined` where it is not. */
  get pausedBy(): 'person' | 'metered' | undefined {
    return this.pausing.by;
  }

  /** Pauses. Transfers stop too, and go on from there later. */
  pause(): void {
    this.pausing.begin();
    this.interrupt();
    // Shown at once, though the answer to a small call may still come.
    this.stay();
  }

  /** Goes on, also on a metered network for this time. */
  resume(): void {
    this.pausing.end();
    this.lookEverywhere();
  }

  /** Sets whether to wait for another network. */
  setMetered(metered: boolean): void {
    const change = this.pausing.setMetered(metered);
    if (change === 'begins') this.interrupt();
    if (change === 'ends') this.lookEverywhere();
  }

  /** Compares everything on both sides as soon as possible. */
  lookEverywhere(): void {
    lookAtEverything(this.engine);
    this.wake();
  }

  /** The computer woke up, or has a network again: pauses that began before end now. */
  networkIsBack(): void {
    this.ports.channel.check();
    // A call on a connection from before would never be answered.
    if (this.attempts.failures > 0) this.interrupt();
    this.lookEverywhere();
  }

  /** Requests everything: at once when the engine starts; later, each desktop at a random moment. */
  private lookSoon(): void {
    const wait = this.back ? Math.random() * this.options.spreadMs : 0;
    this.back = false;
    clearTimeout(this.looking);
    if (wait === 0) this.lookEverywhere();
    else this.looking = setTimeout(() => this.lookEverywhere(), wait);
  }

  wake(): void {
    this.hinted = true;
    // Each call of `abort` makes an error with its stack, also when nothing is left to abort; hints come by thousands.
    if (!this.wakeUp.signal.aborted) this.wakeUp.abort();
  }

  /** A person's answer to the question that they see. */
  async answer(answer: Answer): Promise<void> {
    const { engine, seen } = this;
    const kind = engine.question?.kind;
    if (kind === 'mass-delete' && answer === 'stop-syncing')
      engine.follow(() => engine.deletions.accept(seen));
    if (kind === 'mass-delete' && answer === 'restore') engine.follow(() => engine.restoreMissing());
    if (kind === 'earlier-contents' && (answer === 'fetch-current' || answer === 'send-earlier'))
      engine.follow(() => engine.answerEarlier(answer, seen));
    if (kind === 'mass-removal' && (answer === 'retry' || answer === 'keep-here' || answer === 'remove-here'))
      engine.follow(() => engine.answerRemoval(answer));
    if (answer === 'start-over' && kind && !isAboutDocuments(engine.question)) await this.startOver();
    this.lookEverywhere();
  }

  /** The person says that this folder is the right one: both sides are compared anew. */
  startOver(): Promise<void> {
    return this.engine.startOver();
  }

  /** Shows that work goes on, until the next rest. */
  syncing(): void {
    this.show('syncing');
  }

  private interrupt(): void {
    this.cycling.abort();
    this.engine.stopTransfers();
    this.wake();
  }

  private onDirty(path: string): void {
    this.engine.mark(path);
    this.wake();
  }

  /** When everything is compared again without a hint. Unused while it is paused, when nothing is compared. */
  private get nextRescan(): number {
    return this.scannedAt + this.watching.every(this.options.rescanMs);
  }

  private async rest(until: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.ports;
    const looked = clock.now();
    // A due time in the past must not make the loop spin, so it always waits a little.
    if (!this.hinted && !signal.aborted)
      await clock.sleep(Math.max(GATHER_MS, until - looked), this.wakeUp.signal);
    const gather = looked + GATHER_MS - clock.now();
    if (this.hinted && gather > 0 && !signal.aborted) await clock.sleep(gather, signal);
    this.hinted = false;
    this.wakeUp = new AbortController();
  }

  private failed(error: unknown): number {
    const trouble = classifyError(error);
    const { code, message, log } = trouble;
    const retryAt = this.attempts.fail(trouble, this.ports.clock.now());
    if (log !== this.logged) this.listener.onLog(log);
    this.logged = log;
    // The next try begins with one small call, and roles may have changed by then.
    if (code === 'offline') this.engine.markLibraries();
    const status = statusOf(trouble, this.attempts.failures);
    if (status === 'problem') this.show('problem', { code, message });
    else if (status) this.show(status);
    return retryAt;
  }

  private stay(): number {
    this.show('paused');
    return Number.POSITIVE_INFINITY;
  }

  private stopFor(problem: Problem): number {
    this.show('problem', problem);
    return Number.POSITIVE_INFINITY;
  }

  private show(status: Status, problem?: Problem): void {
    if (this.status === status && this.problem?.code === problem?.code) return;
    this.status = status;
    this.problem = problem;
    this.listener.onStatus(status, problem);
  }
}
