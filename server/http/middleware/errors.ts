import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';

interface HttpError {
  readonly status?: number;
  readonly type?: string;
  readonly code?: string;
}

/** What a database or a parser threw, as an error of the catalogue. */
function translate(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { status, type, code } = error as HttpError;
  if (type === 'entity.too.large')
    return new ApiError('too_large', undefined, { message: 'Lo enviado es demasiado grande.' });
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') return new ApiError('invalid');
  if (typeof status === 'number' && status >= 400 && status < 500) return new ApiError('invalid');
  // A row that another person removed, or a unique key that they took, between our check and our write.
  if (code === '23503' || code === '23505') return new ApiError('conflict');
  if (code === 'ECONNREFUSED' || code === '57P01' || code === '57P03' || code === '53300')
    return new ApiError('unavailable');
  if (error instanceof URIError) return new ApiError('not_found');
  return null;
}

/** The one place where an error becomes an answer. Nothing unexpected leaves the server but its request id. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const known = translate(error);
    const answer = known ?? new ApiError('internal');
    if (!known)
      log.error(
        { err: error, requestId: res.locals.requestId, method: req.method, path: req.path },
        'request failed',
      );
    if (answer.retryAfter !== undefined) res.set('retry-after', String(answer.retryAfter));
    res.status(answer.status).set('cache-control', 'no-store').json(answer.body());
  };
}
