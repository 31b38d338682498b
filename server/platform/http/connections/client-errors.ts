import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#shared/platform/errors.ts';
import { ApiError } from '../../errors.ts';
import { SLIGHT } from '../../limits/misuse.ts';
import type { ConnectionGuard } from './connection-guard.ts';
import { errorText } from './plain-answers.ts';

/** Errors of Node's parser that say more than that a call is none. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'head_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
/** How long a connection stays open, unread, so that its client can read the answer. */
const CLOSE_MS = 1000;
/** How many may wait for the end of one answer. */
const LISTENERS = 30;
/** How long the calls before are waited for. */
const ANSWERS_MS = 10_000;

/**
 * Answers requests that Node's parser rejects in the form of every other error, and closes their connections. The answers
 * to calls that came before on the same connection are sent first, since their clients take answers in the order of their
 * calls. Where those take longer than `answersMs`, the connection is closed without an answer to what was rejected.
 */
export function answerClientErrors(
  http: Server,
  guard: Pick<ConnectionGuard, 'misusedBy'>,
  { answersMs = ANSWERS_MS }: { readonly answersMs?: number } = {},
): void {
  const rejected = new WeakSet<Socket>();
  /** Of each connection, calls that are not answered yet. */
  const open = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>();
  /** Of each rejected connection, what is called when one of them is answered. */
  const waiting = new WeakMap<Socket, () => void>();
  http.prependListener('request', (req, res) => {
    const { socket } = req;
    // Time limits, gates, counters, tus and this one each wait for its end. Node warns on standard error beyond ten.
    res.setMaxListeners(LISTENERS);
    const calls = open.get(socket) ?? new Map<ServerResponse, IncomingMessage>();
    open.set(socket, calls.set(res, req));
    res.once('close', () => {
      calls.delete(res);
      waiting.get(socket)?.();
    });
  });
  /** A call whose body is broken is what is rejected: its answer is the error, unless another has begun. */
  const isWaitedFor = (socket: Socket): boolean =>
    [...(open.get(socket) ?? [])].some(([res, req]) => req.complete || res.headersSent);

  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node's parser says it again for every piece that comes.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    guard.misusedBy(socket, SLIGHT);
    stopReading(socket);
    const answer = (): void => {
      if (isWaitedFor(socket)) return;
      waiting.delete(socket);
      clearTimeout(bound);
      const text = errorText(null, new ApiError(CODES[error.code ?? ''] ?? 'invalid'));
      if (socket.writable) endUnread(socket, text);
    };
    const bound = setTimeout(() => socket.destroy(), answersMs).unref();
    socket.once('close', () => clearTimeout(bound));
    waiting.set(socket, answer);
    answer();
  });
}

/** Reads nothing more of a connection, though calls that it brought before are still being answered. */
function stopReading(socket: Socket): void {
  socket.pause();
  // Whoever reads the body of a call before would have Node read on.
  socket.resume = () => socket;
  // Node calls it after an answer that is the last one by what its call or the server said.
  socket.destroySoon = () => endUnread(socket);
}

/** Destroying a socket with unread bytes at once would make the client lose the answer. */
function endUnread(socket: Socket, text = ''): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), CLOSE_MS).unref();
}
