import type { Cycle, EngineListener } from '../../engine/engine-parts.ts';
import type { Question } from '../../engine/removals/guard.ts';
import type { Activity } from '../../engine/work/work.ts';
import type { RunnerListener } from '../runner-parts.ts';
import type { PendingItems } from './cli-pending.ts';
import {
  activityWords,
  missingLibraryWords,
  oneLine,
  questionWords,
  restingWords,
  statusWords,
  t,
} from './cli-words.ts';

/** The options of the command that decide when it ends. */
export interface TerminalOptions {
  readonly once: boolean;
  readonly 'accept-removals': boolean;
  readonly 'restore-deletes': boolean;
  readonly 'fetch-current': boolean;
  readonly 'send-earlier': boolean;
  readonly 'start-over': boolean;
  /** The libraries that were named; none for all of them. */
  readonly library: readonly string[];
}

/** The beginning of every sentence while there is a connection. */
const ONLINE = t('status.online').slice(0, -1);

/** Questions about the folder itself. */
const ABOUT_ROOT: readonly Question['kind'][] = ['root-missing', 'root-foreign', 'root-copied'];

/** How long nothing has to happen, in milliseconds, before "Sincronizando." is printed without anything that happened. */
const SAID_AFTER = 1000;

/** Codes that end a session for good: somebody has to sign in again, or to let this person in. */
const SESSION_OVER = new Set(['unauthenticated', 'disabled', 'revoked']);

/** Prints what the engine does, and ends it where one comparison was asked for. */
export class Terminal implements EngineListener, RunnerListener {
  exitCode = 0;
  ready: () => boolean = () => true;
  /** Libraries that were asked for by name and do not exist, or may not be seen. */
  missing: () => readonly string[] = () => [];
  /** Those of them that were printed. */
  private saidMissing: readonly string[] = [];
  /** Agrees to removals of what the server no longer has. */
  acceptRemovals: () => void = () => undefined;
  /** Fetches again what is missing on this computer. */
  restoreDeletes: () => void = () => undefined;
  /** Answers about documents that went back to an earlier version. */
  answerEarlier: (answer: 'fetch-current' | 'send-earlier') => void = () => undefined;
  /** Takes the folder that is there now for the right one. */
  startOver: () => void = () => undefined;
  /** Gives what happened the reason that a person can do something about. */
  explain = (activity: Activity): Activity => activity;
  pending: PendingItems | undefined;
  private saidLast = '';
  /** Prints "Sincronizando.", unless the turn is over before. */
  private waiting: NodeJS.Timeout | undefined;
  /** Whether a question waits for its person. */
  asked = false;
  /** The answers that were given as options. Each is for the question that was open before this start, and for no other. */
  private readonly answers = new Map<Question['kind'], () => void>();
  /** The question that was answered by an option, and stays the problem until the engine has followed. */
  private answered: Question['kind'] | undefined;
  private readonly given: TerminalOptions;
  private readonly stopping: AbortController;

  constructor(given: TerminalOptions, stopping: AbortController) {
    this.given = given;
    this.stopping = stopping;
    if (given['accept-removals']) this.answers.set('mass-removal', () => this.acceptRemovals());
    if (given['restore-deletes']) this.answers.set('mass-delete', () => this.restoreDeletes());
    for (const answer of ['fetch-current', 'send-earlier'] as const)
      if (given[answer]) this.answers.set('earlier-contents', () => this.answerEarlier(answer));
    if (given['start-over']) for (const kind of ABOUT_ROOT) this.answers.set(kind, () => this.startOver());
  }

  readonly onActivity: EngineListener['onActivity'] = (activity) => {
    if (activity.kind === 'failed' && this.isCutOff(activity.code)) {
      this.pending?.cutOff(activity.path);
      return;
    }
    this.tell(activityWords(this.explain(activity)));
  };
  readonly onStep: EngineListener['onStep'] = ({ type, data }) => {
    if (type === 'new file')
      this.tell(t('newFile', { name: (data as { file: { name: string } }).file.name }));
  };
  readonly onOpen: EngineListener['onOpen'] = (path) => this.tell(t('opening', { path }));
  readonly onPlan: EngineListener['onPlan'] = () => {};
  readonly onStatus: RunnerListener['onStatus'] = (status, problem) => {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    if (this.isCutOff(status) || (status === 'problem' && problem?.code === this.answered)) return;
    if (status === 'syncing' && this.saidLast.startsWith(ONLINE))
      this.waiting = setTimeout(() => this.sayWaiting(), SAID_AFTER).unref();
    else this.sayOnce(statusWords(status, problem));
    // Nothing that the command could do by itself opens another session.
    if (status === 'problem' && (this.given.once || SESSION_OVER.has(problem?.code ?? ''))) this.end(1);
  };
  /** The server was not reached yet. */
  readonly notYet = (): void => this.sayOnce(t('waitsForServer'));
  readonly onQuestion: RunnerListener['onQuestion'] = (question) => {
    this.asked = question !== undefined;
    if (!question) return;
    const answer = this.answers.get(question.kind);
    this.answers.delete(question.kind);
    // They have one answer together.
    if (ABOUT_ROOT.includes(question.kind)) for (const kind of ABOUT_ROOT) this.answers.delete(kind);
    if (answer) {
      this.answered = question.kind;
      answer();
      return;
    }
    this.answered = undefined;
    for (const line of questionWords(question)) this.tell(line);
    this.end(3);
  };
  readonly onCycle = ({ failures, resting }: Cycle): void => {
    for (const line of this.pending?.news() ?? []) this.tell(line);
    if (!resting || failures.length > 0 || !this.ready()) return;
    if (this.answers.delete('mass-delete')) this.tell(t('arguments.nothingToRestore'));
    if (this.answers.delete('mass-removal')) this.tell(t('arguments.nothingToRemove'));
    if (this.answers.delete('earlier-contents')) this.tell(t('arguments.nothingEarlier'));
    if (this.answers.delete('root-missing')) this.tell(t('arguments.nothingToStartOver'));
    this.answers.clear();
    const missing = this.missing();
    for (const name of missing) if (!this.saidMissing.includes(name)) this.tell(missingLibraryWords(name));
    this.saidMissing = missing;
    const left = this.pending?.count ?? 0;
    // Somebody may lose one of several libraries, and get it back later: the others go on.
    if (missing.length > 0 && (this.given.once || missing.length === this.given.library.length)) this.end(1);
    else if (!this.asked) this.sayOnce(restingWords(left));
    if (this.given.once) this.end(left > 0 ? 4 : 0);
  };
  readonly onLog: RunnerListener['onLog'] = (text) => {
    if (process.env.LEGAJO_DEBUG) process.stderr.write(`${text}\n`);
  };

  /** Calls that are cut off by the stop look like a line that broke. */
  private isCutOff(code: string | undefined): boolean {
    return code === 'offline' && this.stopping.signal.aborted;
  }

  /** Prints what happened, after "Sincronizando." where that was not printed yet. */
  private tell(line: string): void {
    if (this.waiting) this.sayWaiting();
    say(line);
  }

  /**
   * An item that is blocked is tried again every few seconds. Printed before each try, "Sincronizando." and the same resting
   * words after it would fill the terminal.
   */
  private sayWaiting(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    if (!this.stopping.signal.aborted) this.sayOnce(t('status.syncing'));
  }

  /** Prints the status, unless it was printed last. */
  private sayOnce(text: string): void {
    // The runner reports "online" after each turn; once all is in step, that says less.
    const isLess = text === t('status.online') && this.saidLast.startsWith(ONLINE);
    if (text === this.saidLast || isLess) return;
    this.saidLast = text;
    say(text);
  }

  private end(code: number): void {
    if (this.stopping.signal.aborted) return;
    this.exitCode = code;
    this.stopping.abort();
  }
}

/** Prints a line with its time. */
export function say(text: string): void {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${oneLine(text)}\n`);
}

/**
 * Output that cannot be written is dropped: its reader has gone (`| head`), or the disk of its log is full. Syncing goes
 * on, since whoever started it counts on that.
 */
export function goOnWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
