import type { AxiosResponse } from 'axios';
import type { z } from 'zod';
import { certificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { type ErrorBody, errorBody } from '#shared/platform/errors.ts';
import { PROXY_PASSWORD, RemoteError, type RemoteErrorKind, STRANGE_ANSWER } from '../../ports/remote.ts';

/** Codes that mean more to the engine than their status does. */
const KINDS: Record<string, RemoteErrorKind> = {
  cursor_gone: 'cursor',
  version_errored: 'errored',
  // The same call with other data, or one whose answer was never known: it is made anew.
  idempotency_mismatch: 'errored',
  bytes_missing: 'mismatch',
  precondition: 'mismatch',
  // Somebody edited meanwhile: the feed brings what is current, and the plan starts from there.
  rev_changed: 'mismatch',
};

/** What is looked at in an answer beside its body. */
interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** An answer that is not what was asked for, as the engine tells its cases apart. */
export function remoteError(response: AnswerHead, body: unknown): RemoteError {
  const { status } = response;
  // Whatever it says: our server never answers so.
  if (status === 407) return new RemoteError('offline', PROXY_PASSWORD, 'HTTP 407');
  const parsed = errorBody.safeParse(body);
  if (!parsed.success && !mayBeBare(status, body)) return strangeAnswer(`HTTP ${status}`);
  const code = parsed.data?.error.code ?? `http_${status}`;
  const message = parsed.data ? sentenceOf(parsed.data.error) : '';
  return new RemoteError(kindOf(status, code), code, message, retryAfter(response));
}

/**
 * Something between here and the server answered (the sign-in page of a network, a proxy), or no server of ours:
 * that refuses nothing and takes nothing away. It is like no answer, and said where it goes on.
 */
export function strangeAnswer(message: string): RemoteError {
  return new RemoteError('offline', STRANGE_ANSWER, message);
}

/** What our server said, if it was our server. Raises `RemoteError`. */
export function answerOf<T>(shape: z.ZodType<T>, response: Pick<AxiosResponse, 'status' | 'data'>): T {
  const answer = shape.safeParse(response.data);
  if (!answer.success) throw strangeAnswer(`HTTP ${response.status}: ${answer.error.message.slice(0, 300)}`);
  return answer.data;
}

/** One item of a batch that was refused. */
export function itemError(error: ErrorBody['error']): RemoteError {
  const status = error.code === 'not_found' ? 404 : error.code === 'internal' ? 500 : 422;
  return new RemoteError(kindOf(status, error.code), error.code, sentenceOf(error));
}

/** No answer came at all, or from a server that shows no certificate that is taken. */
export function noAnswer(error: unknown): RemoteError {
  return new RemoteError(
    'offline',
    certificateTrouble(error) ?? (isProxyPassword(error) ? PROXY_PASSWORD : 'offline'),
    error instanceof Error ? error.message : String(error),
  );
}

/** As `socks` says that its proxy wants another way to sign in than none, or refused. It has no codes. */
const SOCKS_REFUSED = /no accepted authentication type|Socks5 Authentication failed/;

function isProxyPassword(error: unknown): boolean {
  return error instanceof Error && (SOCKS_REFUSED.test(error.message) || isProxyPassword(error.cause));
}

/** Without the catalogue's words: answers to HEAD, and those of a proxy that has no more to say than its status. */
function mayBeBare(status: number, body: unknown): boolean {
  if (status < 400) return false;
  return status === 413 || comesBack(status) || body === undefined || body === '';
}

/** What to show a person. "Look at the marked fields" says nothing where no field is shown: then the first field's own sentence. */
function sentenceOf({ code, message, details }: ErrorBody['error']): string {
  const [first] =
    code === 'invalid' && details !== null && typeof details === 'object' ? Object.values(details) : [];
  return typeof first === 'string' ? first : message;
}

function comesBack(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function kindOf(status: number, code: string): RemoteErrorKind {
  const known = KINDS[code];
  if (known) return known;
  if (status === 401) return 'unauthorized';
  if (status === 404) return 'gone';
  if (status === 410) return 'errored';
  if (comesBack(status)) return 'offline';
  return 'refused';
}

function retryAfter(response: AnswerHead): number | undefined {
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
