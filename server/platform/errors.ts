import { ERRORS, type ErrorBody, type ErrorCode } from '#shared/platform/errors.ts';

/** An error of the API's catalogue. Services and policies throw it; the error handler writes the answer. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;
  /** Seconds until another try makes sense, for `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details?: unknown, options: { message?: string; retryAfter?: number } = {}) {
    super(options.message ?? ERRORS[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = details;
    this.retryAfter = options.retryAfter;
  }

  /** @param requestId of the request that it answers; none for one part of an answer */
  body(requestId?: string): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.details === undefined ? {} : { details: this.details }),
        ...(requestId === undefined ? {} : { requestId }),
      },
    };
  }
}

/** `invalid` with one field's sentence. */
export const invalid = (field: string, sentence: string): ApiError =>
  new ApiError('invalid', { [field]: sentence });

/** Missing, or not visible: the caller cannot tell which. */
export const notFound = (): ApiError => new ApiError('not_found');
