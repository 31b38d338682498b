import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { ApiError } from '../../errors.ts';
import { API_HEADERS, JSON_HEADERS } from '../answers/security-headers.ts';
import { requestIdOf } from '../calls/call-notes.ts';

/*
 * Errors of the API where Express is not asked: the same body and headers, for a call or for a connection whose bytes are
 * no call.
 */

function partsOf(
  error: ApiError,
  requestId: string,
): {
  readonly body: string;
  readonly headers: Record<string, string | number>;
} {
  const body = JSON.stringify(error.body(requestId));
  return {
    body,
    headers: {
      ...API_HEADERS,
      ...JSON_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...(error.retryAfter === undefined ? {} : { 'retry-after': error.retryAfter }),
    },
  };
}

/** Answers a call with an error, and nothing else on its connection. */
export function answerError(res: ServerResponse, error: ApiError): void {
  const { body, headers } = partsOf(error, requestIdOf(res.req));
  res.writeHead(error.status, { ...headers, connection: 'close' }).end(body);
}

/**
 * The whole answer as text, for a connection that Node's server has given up or away. It is the last one.
 * @param req null where the bytes that came are no call
 */
export function errorText(
  req: IncomingMessage | null,
  error: ApiError,
  more: Readonly<Record<string, string>> = {},
): string {
  const { body, headers } = partsOf(error, req ? requestIdOf(req) : randomUUID());
  const lines = Object.entries({ ...headers, ...more, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n');
}
