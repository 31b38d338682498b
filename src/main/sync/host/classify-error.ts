import { isCertificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { FilesError } from '../ports/files.ts';
import { PROXY_PASSWORD, RemoteError, STRANGE_ANSWER } from '../ports/remote.ts';
import { RootError } from './root-error.ts';

export interface ClassifiedError {
  readonly code: string;
  readonly message: string;
  /** For the log: with the stack where the error was not expected. */
  readonly log: string;
  /** Whether no answer came, or one that asks to retry later. */
  readonly offline: boolean;
  /** When the server wants a retry, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;
}

/** Describes why a cycle failed, for people and for the log. */
export function classifyError(error: unknown): ClassifiedError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RemoteError) {
    const { code, retryAfterMs } = error;
    return { code, message, log: `${code}: ${message}`, offline: error.kind === 'offline', retryAfterMs };
  }
  const known = error instanceof FilesError || error instanceof RootError;
  const code = known ? error.code : 'internal';
  const stack = (error instanceof Error && !known && error.stack) || message;
  return { code, message, log: `${code}: ${stack}`, offline: false, retryAfterMs: undefined };
}

/** Whether something else than our server answers, about which a person can do something. */
const isForPeople = (code: string): boolean =>
  code === STRANGE_ANSWER || code === PROXY_PASSWORD || isCertificateTrouble(code);

/** Whether the server may answer later without anybody doing anything about it here. */
export function mayAnswerLater(error: unknown): boolean {
  const { offline, code } = classifyError(error);
  return offline && !isForPeople(code);
}

/** After this many tries a failure is not temporary. */
const PATIENCE = 2;

/** The status that the panel shows for a failure; `undefined` while it may pass by itself. */
export function statusOf(
  { code, offline }: ClassifiedError,
  failures: number,
): 'problem' | 'offline' | undefined {
  if (code === 'root_shared') return 'problem';
  if (failures > PATIENCE && (!offline || isForPeople(code))) return 'problem';
  return offline ? 'offline' : undefined;
}
