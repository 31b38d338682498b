import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasBody } from './has-body.ts';

/** What is still read of a body whose call was answered: most clients end there, and read their answer. */
const REST_BYTES = 256 * 1024;
const REST_MS = 2000;
/** How long a connection that is to be closed stays open, unread, so that its client can read the answer. */
const CLOSE_MS = 1000;
const LOOK_MS = 50;

/**
 * Closes connections whose call is answered while its body still comes: it was refused for its size, its token or its
 * address. Node would read and drop the rest for as long as it comes, gigabytes a second from one connection, or by
 * the byte.
 * @param largestBody bytes of the largest body that is read into memory: whoever asks before sending a larger one gets
 * the answer to the call instead
 */
export function endUnreadBodies(http: Server, uploads: RegExp, largestBody: number): void {
  http.prependListener('request', (req, res) => {
    if (hasBody(req)) closeIfUnread(req, res);
  });
  http.on('checkContinue', (req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    if (uploads.test(path) || !(Number(req.headers['content-length']) > largestBody)) res.writeContinue();
    http.emit('request', req, res);
  });
}

/** The answer says that it is the last one, so that no client sends its next call on this connection. */
function closeIfUnread(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    if (!req.complete) {
      res.shouldKeepAlive = false;
      // Read by somebody, so that each piece is counted (`endSmallPieces`): Node drops what nobody reads by itself.
      req.on('data', () => undefined);
      req.resume();
      // Node calls it after the last answer. Destroying a socket with unread bytes would make the client lose that.
      socket.destroySoon = () => endSoon(req);
    }
    return writeHead(...args);
  };
}

/** Ends a connection whose last answer was written. What is read of it meanwhile is dropped. */
function endSoon(req: IncomingMessage): void {
  const { socket } = req;
  const [bytes, began] = [socket.bytesRead, performance.now()];
  socket.end();
  req.resume();
  const look = setInterval(() => {
    const isShort = socket.bytesRead - bytes < REST_BYTES && performance.now() - began < REST_MS;
    if (!req.complete && !socket.destroyed && isShort) return;
    clearInterval(look);
    socket.pause();
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  }, LOOK_MS).unref();
}
