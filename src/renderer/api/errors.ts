import { isAxiosError } from 'axios';
import type { ErrorBody } from '#shared/platform/errors.ts';
import { i18next } from '../i18n/i18n.ts';

/** An error answer of the server, or a missing answer. `message` is a sentence for a person. */
export class ApiError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The contract's code; `offline` where no answer came. */
  readonly code: string;
  readonly details: unknown;
  /** Seconds to wait, where the server gave them. */
  readonly retryAfter: number | undefined;
  /** By which whoever runs the server finds the call in its log; undefined where no answer of ours came. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details?: unknown,
    retryAfter?: number,
    requestId?: string,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/**
 * Whether an error says nothing about the session: no answer at all, or an error of the server's own
 * (docs/protocols/rest.md).
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The sentence for a status whose body is not ours (a proxy's page, for example). */
function sentenceFor(status: number): string {
  if (status === 401) return i18next.t('errors.session');
  if (status === 403) return i18next.t('errors.forbidden');
  if (status === 404) return i18next.t('errors.notFound');
  if (status === 429) return i18next.t('errors.tooMany');
  if (status >= 500) return i18next.t('errors.server');
  return i18next.t('errors.generic');
}

/** The error of an answer whose body is ours. Looked at by hand: zod is loaded after the first screen. */
function bodyOf(data: unknown): ErrorBody['error'] | undefined {
  const { error } = (data ?? {}) as { error?: Partial<ErrorBody['error']> | null };
  const ours = typeof error?.code === 'string' && typeof error.message === 'string';
  return ours ? (error as ErrorBody['error']) : undefined;
}

/** Turns anything that a call threw into an ApiError. Cancellations are returned as they are. */
export function toApiError(error: unknown): unknown {
  if (!isAxiosError(error) || error.code === 'ERR_CANCELED') return error;
  const { response } = error;
  if (!response) return unanswered();
  return errorOfAnswer(response.status, response.data, response.headers['retry-after']);
}

/** No answer came. */
export const unanswered = (): ApiError => new ApiError(0, 'offline', i18next.t('errors.offline'));

/**
 * The error that an answer with this status tells of.
 * @param data its body, parsed
 * @param wait its Retry-After header
 */
export function errorOfAnswer(status: number, data: unknown, wait?: unknown): ApiError {
  const seconds = Number(wait);
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  const body = bodyOf(data);
  if (!body) return new ApiError(status, 'unknown', sentenceFor(status), undefined, retryAfter);
  const { code, message, details, requestId } = body;
  return new ApiError(status, code, message, details, retryAfter, requestId);
}

/** A Spanish sentence for anything that was thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : i18next.t('errors.generic');

/** Characters of a request's id that are read out: enough to find one call in the log of some days. */
const SUPPORT_CODE = 8;

/**
 * What somebody tells whoever runs the server, so that they find the call in its log; undefined where no answer of ours
 * came.
 */
export const supportCode = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.requestId?.slice(0, SUPPORT_CODE) : undefined;

/** What people choose on a screen that shows a period; all else that a screen asks for stands in its address. */
const CHOSEN: readonly string[] = ['from', 'to', 'asOf'];

/**
 * Whether a screen asked for something that cannot be there: a part of its address is no id. That is no failure, and asking
 * again changes nothing.
 */
export const isMangledAddress = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  error.code === 'invalid' &&
  Object.keys(fieldErrors(error)).some((field) => !CHOSEN.includes(field));

/** The server's sentences by field (400 invalid), for the form; empty where there are none. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return {};
  if (typeof error.details !== 'object' || error.details === null) return {};
  return Object.fromEntries(
    Object.entries(error.details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
