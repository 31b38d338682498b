import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many calls may wait on one connection. No browser sends any before the answer to the last one has come. */
const WAITING_MAX = 100;

/**
 * Answers the calls of one connection one after the other. Node begins all that a client has sent ahead (HTTP
 * pipelining), although their answers leave in order anyway: a thousand calls on one connection would then be worked on
 * before the one call of anybody else. A connection on which too many wait is closed.
 * @param misused is told of a call whose connection is closed
 */
export function inOrder(
  serve: RequestListener,
  misused: (req: IncomingMessage) => void = () => undefined,
): RequestListener {
  /** Of each connection with a call that is being answered, those that wait. */
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function begin(socket: Socket, req: IncomingMessage, res: ServerResponse): void {
    res.once('close', () => {
      const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (next) begin(socket, ...next);
      else waiting.delete(socket);
    });
    serve(req, res);
  }

  return (req, res) => {
    const { socket } = req;
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      begin(socket, req, res);
    } else if (line.length < WAITING_MAX) line.push([req, res]);
    else if (!socket.destroyed) {
      misused(req);
      socket.destroy();
    }
  };
}
