import type { AxiosResponse } from 'axios';
import type { z } from 'zod';
import { certificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { type ErrorBody, errorBody } from '#shared/platform/errors.ts';
import { own } from '#shared/platform/own.ts';
import { PROXY_PASSWORD, RemoteError, type RemoteErrorKind, STRANGE_ANSWER } from '../../ports/remote.ts';

/** Codes that the engine tells apart more finely than by their status. */
const KINDS: Record<string, RemoteErrorKind> = {
  cursor_gone: 'cursor',
  content_damaged: 'refused',
  version_errored: 'errored',
  // The same operation id with other data, or with an unknown answer: a new operation is made.
  idempotency_mismatch: 'errored',
  bytes_missing: 'mismatch',
  precondition: 'mismatch',
  // Somebody edited meanwhile: the feed brings what is current, and the next plan starts from that.
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
  // Our server never answers with this status: a proxy did.
  if (status === 407) return new RemoteError('offline', PROXY_PASSWORD, 'HTTP 407');
  const parsed = errorBody.safeParse(body);
  if (!parsed.success && !mayLackErrorBody(status, body)) return unexpectedAnswer(`HTTP ${status}`);
  const code = parsed.data?.error.code ?? `http_${status}`;
  const message = parsed.data ? sentenceOf(parsed.data.error) : '';
  return new RemoteError(kindOf(status, code), code, message, retryAfter(response));
}

/**
 * Something else answered (a network's sign-in page, a proxy, another server). That refuses nothing and deletes
 * nothing. It is treated like no answer, and its message is shown.
 */
export function unexpectedAnswer(message: string): RemoteError {
  return new RemoteError('offline', STRANGE_ANSWER, message);
}

/** Parses an answer of our server. Throws `RemoteError` where it is not one. */
export function answerOf<T>(shape: z.ZodType<T>, response: Pick<AxiosResponse, 'status' | 'data'>): T {
  const answer = shape.safeParse(response.data);
  if (!answer.success)
    throw unexpectedAnswer(`HTTP ${response.status}: ${answer.error.message.slice(0, 300)}`);
  return answer.data;
}

/** The error of one refused item of a batch. */
export function itemError(error: ErrorBody['error']): RemoteError {
  const status = error.code === 'not_found' ? 404 : error.code === 'internal' ? 500 : 422;
  return new RemoteError(kindOf(status, error.code), error.code, sentenceOf(error));
}

/** The error where no answer came, or the server's certificate is not trusted. */
export function noAnswer(error: unknown): RemoteError {
  return new RemoteError(
    'offline',
    certificateTrouble(error) ?? (isProxyPassword(error) ? PROXY_PASSWORD : 'offline'),
    error instanceof Error ? error.message : String(error),
  );
}

/** The message of `socks` where the proxy refuses, or wants, a sign-in. It has no code. */
const SOCKS_REFUSED = /no accepted authentication type|Socks5 Authentication failed/;

function isProxyPassword(error: unknown): boolean {
  return error instanceof Error && (SOCKS_REFUSED.test(error.message) || isProxyPassword(error.cause));
}

/** Whether an answer may have no error body: answers to HEAD, and those of proxies. */
function mayLackErrorBody(status: number, body: unknown): boolean {
  if (status < 400) return false;
  return status === 413 || isTemporaryStatus(status) || body === undefined || body === '';
}

/**
 * The sentence for a person. "Look at the marked fields" helps nobody where no field is shown, so the first field's
 * sentence is used.
 */
function sentenceOf({ code, message, details }: ErrorBody['error']): string {
  const [first] =
    code === 'invalid' && details !== null && typeof details === 'object' ? Object.values(details) : [];
  return typeof first === 'string' ? first : message;
}

function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function kindOf(status: number, code: string): RemoteErrorKind {
  const known = own(KINDS, code);
  if (known) return known;
  if (status === 401) return 'unauthorized';
  if (status === 404) return 'gone';
  if (status === 410) return 'errored';
  if (isTemporaryStatus(status)) return 'offline';
  return 'refused';
}

function retryAfter(response: AnswerHead): number | undefined {
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
