import { FilesError } from '../ports/files.ts';
import { RemoteError } from '../ports/remote.ts';
import { classifyError, statusOf } from './classify-error.ts';
import { pauseAfter } from './pauses.ts';
import type { Problem, Status } from './runner-parts.ts';

/** The status while the server was not reached yet. */
export interface ConnectStatus {
  readonly status: Status;
  readonly problem: Problem | undefined;
  /** For the log. */
  readonly log: string;
}

/** What a retry may change: that the server does not answer or let this person in, and that the disk is full. */
const mayPass = (error: unknown): boolean => isFull(error) || error instanceof RemoteError;

const isFull = (error: unknown): boolean => error instanceof FilesError && error.code === 'full';

/** Opens the engine, which needs a server that answers and room for its journal. Retries with growing pauses. */
export class ConnectRetry {
  private tryAgain: () => void = () => undefined;
  private readonly mayRetry: (error: unknown) => boolean;

  /** @param mayRetry whether another try may succeed after this error */
  constructor(mayRetry = mayPass) {
    this.mayRetry = mayRetry;
  }

  /** @returns the engine; `undefined` where `signal` was aborted. Throws errors that a retry cannot change. */
  async until<E>(
    open: () => Promise<E>,
    told: (notYet: ConnectStatus) => void,
    signal: AbortSignal,
  ): Promise<E | undefined> {
    for (let attempts = 1; !signal.aborted; attempts += 1) {
      try {
        return await open();
      } catch (error) {
        if (!this.mayRetry(error)) throw error;
        const trouble = classifyError(error);
        const status = isFull(error) ? 'problem' : (statusOf(trouble, attempts) ?? 'offline');
        const { code, message, log } = trouble;
        told({ status, problem: status === 'problem' ? { code, message } : undefined, log });
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pauseAfter(attempts, trouble));
          this.tryAgain = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', this.tryAgain, { once: true });
          if (signal.aborted) this.tryAgain();
        });
        signal.removeEventListener('abort', this.tryAgain);
      }
    }
    return undefined;
  }

  /** Ends the current pause. */
  now(): void {
    this.tryAgain();
  }
}
