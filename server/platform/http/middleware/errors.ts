import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ErrorCode } from '#shared/platform/errors.ts';
import { ApiError } from '../../errors.ts';
import { isFull, isLostConnection, isOutOfFiles } from '../../machine-faults.ts';
import { t } from '../../texts.ts';
import { JSON_HEADERS, NO_THUMBNAIL_HEADERS } from '../answers/security-headers.ts';
import { requestIdOf } from '../calls/call-notes.ts';
import { isReaderGone } from '../connections/reader-gone.ts';

interface HttpError {
  readonly status?: number;
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
}

/** PostgreSQL's codes, and those of a connection. */
const DATABASE: Readonly<Record<string, ErrorCode>> = {
  // Another person removed a row, or took a unique key, between our check and our write.
  '23503': 'conflict',
  '23505': 'conflict',
  // It is stopping, full, or slower than a statement may be; or a change was retried without success.
  ...Object.fromEntries(
    [
      '57P01',
      '57P02',
      '57P03',
      '53300',
      '57014',
      '55P03',
      '40001',
      '40P01',
      '08000',
      '08001',
      '08003',
      '08006',
    ]
      .concat('ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT')
      .map((code) => [code, 'unavailable'] as const),
  ),
};
const NO_ROOM = t('http.full');
const RETRY_SECONDS = 5;

/** An error of a database or a parser, as an error of the catalogue. */
function translate(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { status, type = '', code = '', message = '' } = error as HttpError;
  if (type === 'entity.too.large') return new ApiError('too_large', undefined, { message: t('http.large') });
  if (status === 404) return new ApiError('not_found');
  if (status === 416) return new ApiError('range');
  if (typeof status === 'number' && status >= 400 && status < 500) return new ApiError('invalid');
  if (error instanceof URIError) return new ApiError('not_found');
  if (isFull(error)) return new ApiError('storage_full', undefined, { message: NO_ROOM });
  const known =
    DATABASE[code] ?? (isLostConnection({ message }) || isOutOfFiles(error) ? 'unavailable' : undefined);
  if (known)
    return new ApiError(known, undefined, known === 'unavailable' ? { retryAfter: RETRY_SECONDS } : {});
  // A value that no column takes, such as a cursor with the 30th of February. Cursors are opaque, so this is `invalid`.
  if (/^22[0-9A-Z]{3}$/.test(code)) return new ApiError('invalid');
  return null;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The route with the ids of the call. Any other part of an address may be a title, a link's token or a secret, and is
 * not logged.
 */
function loggedPath(req: Request): string {
  const pattern = (req.route as { path?: unknown } | undefined)?.path;
  if (typeof pattern !== 'string') return req.baseUrl || '/';
  const [asked = ''] = req.originalUrl.split('?');
  const parts = pattern.split('/').reverse();
  const given = asked.split('/').reverse();
  return parts
    .map((part, at) => (part.startsWith(':') && ID.test(given[at] ?? '') ? given[at] : part))
    .reverse()
    .join('/');
}

const aboutCall = (req: Request) => ({
  requestId: requestIdOf(req),
  method: req.method,
  path: loggedPath(req),
});

/**
 * Turns every error into an answer. Of an unexpected one only the request id is sent to the client. Nothing is left to
 * Express, whose last handler writes stacks to standard error.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  const answer = answerer(log);
  return (error, req, res, _next) => {
    if (isReaderGone(error) && res.destroyed) return;
    if (!res.headersSent) {
      try {
        return answer(error, req, res);
      } catch (failed) {
        log.error({ err: failed, ...aboutCall(req) }, 'an error was not answered');
      }
    }
    // Its head has left: breaking the connection is the only way left to say that the rest does not come.
    res.destroy();
    // An error of the catalogue was made on purpose, and has no cause in its stack.
    const why = error instanceof ApiError ? { problem: error.code } : { err: error };
    log.error({ ...why, ...aboutCall(req) }, 'an answer broke off');
  };
}

function answerer(log: Logger): (error: unknown, req: Request, res: Response) => void {
  return (error, req, res) => {
    const known = translate(error);
    const answer = known ?? new ApiError('internal');
    const about = { err: error, ...aboutCall(req) };
    if (!known) log.error(about, 'request failed');
    else if (known !== error && known.code === 'storage_full') log.error(about, 'the disk is full');
    else if (known !== error && known.code === 'unavailable') log.warn(about, 'request failed for now');
    if (answer.retryAfter !== undefined) res.set('retry-after', String(answer.retryAfter));
    if (answer.status === 401) res.set('www-authenticate', 'Bearer realm="legajo"');
    // Those of a file that was to be sent, such as one of which no such range exists.
    res.removeHeader('content-encoding');
    const isKept = answer.code === 'no_thumbnail';
    if (isKept) res.vary('Authorization');
    const headers = isKept ? NO_THUMBNAIL_HEADERS : JSON_HEADERS;
    res
      .status(answer.status)
      .set(headers)
      .type('application/json')
      .json(answer.body(requestIdOf(req)));
  };
}
