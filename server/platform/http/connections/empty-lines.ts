import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { GROSS } from '../../limits/misuse.ts';
import { hasBody } from '../has-body.ts';
import type { ConnectionGuard } from './connection-guard.ts';

/** How much may come on a connection without being a call, and for how long. */
export interface BetweenCalls {
  /** Bytes, with the head of the next call. */
  readonly bytes: number;
  /** Milliseconds from the first byte on. Node's limit for a head counts from the head's first character. */
  readonly ms: number;
}

/** How often connections are checked, in milliseconds. Within that time a connection sends some hundred megabytes. */
const LOOK_MS = 250;
/** What a piece of a body may take beside its bytes: its length, and the ends of two lines. */
const PIECE_BYTES = 64;

interface Watched {
  /** Calls that are not answered yet, and the last one. */
  calls: number;
  last: IncomingMessage | null;
  /** Bytes of bodies. */
  body: number;
  /** Bytes that were of no body when the last call began. */
  from: number;
  /** All bytes, when last a call was under way; and when the first byte after that was seen. */
  bytes: number;
  since: number | null;
}

/**
 * Closes connections on which empty lines come instead of calls. Node's parser skips them before a call, as HTTP asks,
 * and neither counts them nor ends: a connection could send them at gigabytes a second, or keep its place for ever.
 */
export function endEmptyLines(
  http: Server,
  { bytes: bytesMax, ms: msMax }: BetweenCalls,
  guard: Pick<ConnectionGuard, 'misusedBy'>,
): void {
  const watched = new Map<Socket, Watched>();
  const isTooMuch = (socket: Socket, each: Watched): boolean =>
    socket.bytesRead - each.body - each.from > bytesMax;
  const end = (socket: Socket): void => {
    if (!socket.destroyed) guard.misusedBy(socket, GROSS);
    socket.destroy();
  };

  http.on('connection', (socket: Socket) => {
    watched.set(socket, { calls: 0, last: null, body: 0, from: 0, bytes: 0, since: null });
    socket.once('close', () => watched.delete(socket));
  });
  http.prependListener('upgrade', ({ socket }: IncomingMessage) => watched.delete(socket));
  http.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const each = watched.get(socket);
    if (!each) return;
    if (isTooMuch(socket, each)) return end(socket);
    each.from = socket.bytesRead - each.body;
    each.calls += 1;
    each.last = req;
    res.once('close', () => {
      each.calls -= 1;
      each.bytes = socket.bytesRead;
      each.since = null;
    });
    if (hasBody(req)) countBody(req, each);
  });

  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, each] of watched) {
      const isCalling = each.calls > 0 || each.last?.complete === false;
      if (isCalling) {
        each.bytes = socket.bytesRead;
        each.since = null;
      } else if (socket.bytesRead > each.bytes) each.since ??= now;
      if (isTooMuch(socket, each)) end(socket);
      else if (each.since !== null && now - each.since > msMax) socket.destroy();
    }
  }, LOOK_MS).unref();
  http.once('close', () => clearInterval(look));
}

function countBody(req: IncomingMessage, each: Watched): void {
  const push = req.push.bind(req);
  // Node's parser calls it for each piece, before anybody has it.
  req.push = (piece: Uint8Array | null, encoding?: BufferEncoding) => {
    if (piece !== null) each.body += piece.length + PIECE_BYTES;
    return push(piece, encoding);
  };
}
