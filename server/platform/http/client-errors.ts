import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#shared/platform/errors.ts';
import { ApiError } from '../errors.ts';
import { SLIGHT } from '../limits/misuse.ts';
import type { ConnectionGuard } from './connection-guard.ts';
import { errorText } from './plain-answers.ts';

/** Errors of Node's parser that say more than that a call is none. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'head_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
/** How long a connection stays open, unread, so that its client can read the answer. */
const CLOSE_MS = 1000;

/** Answers requests that Node's parser rejects in the form of every other error, and closes their connections. */
export function answerClientErrors(http: Server, guard: Pick<ConnectionGuard, 'misusedBy'>): void {
  const answered = new WeakSet<object>();
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node's parser says it again for every piece that comes.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    guard.misusedBy(socket, SLIGHT);
    socket.end(errorText(new ApiError(CODES[error.code ?? ''] ?? 'invalid')));
    // Destroying a socket with unread bytes would make the client lose the answer.
    socket.pause();
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  });
}
