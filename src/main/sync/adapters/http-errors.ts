import type { AxiosResponse } from 'axios';
import { errorBody } from '#shared/contract/errors.ts';
import { RemoteError, type RemoteErrorKind } from '../ports/remote.ts';

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

/** An answer of 400 and above, as the engine tells its cases apart. */
export function remoteError(response: AxiosResponse, body: unknown): RemoteError {
  const parsed = errorBody.safeParse(body);
  const code = parsed.data?.error.code ?? `http_${response.status}`;
  const message = parsed.data?.error.message ?? '';
  return new RemoteError(kindOf(response.status, code), code, message, retryAfter(response));
}

/** One item of a batch that was refused. */
export function itemError(error: { code: string; message: string }): RemoteError {
  const status = error.code === 'not_found' ? 404 : error.code === 'internal' ? 500 : 422;
  return new RemoteError(kindOf(status, error.code), error.code, error.message);
}

/** No answer came at all. */
export function noAnswer(error: unknown): RemoteError {
  return new RemoteError('offline', 'offline', error instanceof Error ? error.message : String(error));
}

function kindOf(status: number, code: string): RemoteErrorKind {
  const known = KINDS[code];
  if (known) return known;
  if (status === 401) return 'unauthorized';
  if (status === 404) return 'gone';
  if (status === 408 || status === 429 || status >= 500) return 'offline';
  return 'refused';
}

function retryAfter(response: AxiosResponse): number | undefined {
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
