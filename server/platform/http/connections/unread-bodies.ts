import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { SLIGHT } from '../../limits/misuse.ts';
import { hasBody } from '../has-body.ts';
import type { ConnectionGuard } from './connection-guard.ts';
import { Lingering, type LingeringLimits, type Place } from './lingering.ts';

/** What is read of every body whose call was answered: most clients end there, and read their answer. */
const REST_BYTES = 256 * 1024;
const REST_MS = 2000;
/** How long a connection that is to be closed stays open, unread, so that its client can read the answer. */
const CLOSE_MS = 1000;
const LOOK_MS = 50;

/**
 * Closes connections whose call is answered while its body still comes: it was refused for its size, its token or its
 * address. Node would read and drop the rest for as long as it comes, gigabytes a second from one connection, or by
 * the byte. Of a few connections more is read, slowly, for clients that read no answer before they have sent everything.
 * @param largestBody bytes of the largest body that is read into memory: whoever asks before sending a larger one gets
 * the answer to the call instead
 */
export function endUnreadBodies(
  http: Server,
  {
    uploads,
    largestBody,
    lingering,
    guard,
  }: {
    readonly uploads: RegExp;
    readonly largestBody: number;
    readonly lingering: LingeringLimits;
    readonly guard: Pick<ConnectionGuard, 'isRefused' | 'keyOf' | 'misused'>;
  },
): void {
  const places = new Lingering(lingering);
  const find = (req: IncomingMessage): Place | null => {
    guard.misused(req, SLIGHT);
    return places.take(guard.keyOf(req));
  };
  http.prependListener('request', (req, res) => {
    if (!hasBody(req)) return;
    if (guard.isRefused(req)) leaveUnread(req);
    else closeIfUnread(req, res, find);
  });
  http.on('checkContinue', (req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    if (uploads.test(path) || !(Number(req.headers['content-length']) > largestBody)) res.writeContinue();
    http.emit('request', req, res);
  });
}

/**
 * Reads nothing of a body whose client is refused. It is answered at once, and its connection closed when there was time
 * to read the answer. A flood through a proxy costs the least so: what came with the head goes through Node's parser all
 * the same, a call for each piece, but is neither counted nor handed on.
 */
function leaveUnread(req: IncomingMessage): void {
  const { socket } = req;
  req.push = () => true;
  // Node would begin to read again after the answer.
  req._read = () => undefined;
  socket.pause();
  socket.destroySoon = () => {
    socket.destroySoon = () => undefined;
    socket.end();
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  };
}

type FindPlace = (req: IncomingMessage) => Place | null;

/** The answer says that it is the last one, so that no client sends its next call on this connection. */
function closeIfUnread(req: IncomingMessage, res: ServerResponse, find: FindPlace): void {
  const { socket } = req;
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    if (!req.complete) {
      res.shouldKeepAlive = false;
      // Read by somebody, so that each piece is counted (`endSmallPieces`): Node drops what nobody reads by itself.
      req.on('data', () => undefined);
      req.resume();
      // Node calls it after the last answer. Destroying a socket with unread bytes would make the client lose that.
      socket.destroySoon = () => {
        socket.destroySoon = () => undefined;
        endSoon(req, find);
      };
    }
    return writeHead(...args);
  };
}

/** Ends a connection whose last answer was written. What is read of it meanwhile is dropped. */
function endSoon(req: IncomingMessage, find: FindPlace): void {
  const { socket } = req;
  const [bytes, began] = [socket.bytesRead, performance.now()];
  /** Where it may linger; null where it may not, undefined while it has not been asked for. */
  let place: Place | null | undefined;
  const read = (): number => socket.bytesRead - bytes;
  const isOver = (): boolean => {
    if (req.complete || socket.destroyed) return true;
    if (read() < REST_BYTES && performance.now() - began < REST_MS) return false;
    if (place === undefined) place = find(req);
    return place === null || place.isOver(read(), performance.now() - began);
  };
  socket.end();
  req.resume();
  // Before the next look a fast client has sent megabytes.
  req.on('data', (piece: Buffer) => {
    if (read() >= REST_BYTES && (isOver() || !place?.mayRead(piece.length))) socket.pause();
  });
  const look = setInterval(() => {
    if (!isOver()) {
      if (!place || place.mayRead(0)) socket.resume();
      return;
    }
    clearInterval(look);
    place?.leave();
    socket.pause();
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  }, LOOK_MS).unref();
}
