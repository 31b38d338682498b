import type { IncomingMessage, Server } from 'node:http';

/** What a client may still send when its call was answered before the end of its body: then its connection goes on. */
const REST_BYTES = 256 * 1024;
const REST_MS = 2000;
/** For so long a connection that is to be closed stays open, unread, so that its client can read the answer. */
const CLOSE_MS = 1000;
const LOOK_MS = 50;

/**
 * Closes connections whose call was answered while its body still comes: it was refused for its size, its token or its
 * address. Node would read and drop the rest for as long as it comes, gigabytes a second from one connection, or by
 * the byte.
 * @param largestBody bytes of the largest body that is read into memory: whoever asks before sending a larger one gets
 * the answer to the call instead
 */
export function endUnreadBodies(http: Server, uploads: RegExp, largestBody: number): void {
  http.prependListener('request', (req, res) => {
    res.once('finish', () => {
      if (!req.complete) endSoon(req);
    });
  });
  http.on('checkContinue', (req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    if (uploads.test(path) || !(Number(req.headers['content-length']) > largestBody)) res.writeContinue();
    http.emit('request', req, res);
  });
}

function endSoon(req: IncomingMessage): void {
  const { socket } = req;
  const [bytes, began] = [socket.bytesRead, performance.now()];
  req.resume();
  const look = setInterval(() => {
    const isShort = socket.bytesRead - bytes < REST_BYTES && performance.now() - began < REST_MS;
    if (!req.complete && !socket.destroyed && isShort) return;
    clearInterval(look);
    if (req.complete || socket.destroyed) return;
    socket.pause();
    socket.end();
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  }, LOOK_MS).unref();
}
