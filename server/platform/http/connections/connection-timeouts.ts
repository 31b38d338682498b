import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long connections may stand still, in milliseconds. */
export interface ConnectionTimeouts {
  /** Nothing comes, and nothing waits to be sent. */
  readonly quietMs: number;
  /** Something waits to be sent, and the client takes none of it. Whoever reads slowly is not meant. */
  readonly stalledMs: number;
}

export const CONNECTION_TIMEOUTS: ConnectionTimeouts = { quietMs: 300_000, stalledMs: 120_000 };

/** How often connections are checked, as a fraction of the limit. */
const LOOKS = 12;

interface Seen {
  progress: string;
  changedAt: number;
}

/** How far a connection has come. Bytes that wait in the system's buffers are told only by the handle, as to Node itself. */
function progressOf(socket: Socket): string {
  const { writeQueueSize = 0 } = (socket as { _handle?: { writeQueueSize?: number } | null })._handle ?? {};
  return `${socket.bytesRead} ${socket.bytesWritten} ${socket.writableLength} ${writeQueueSize}`;
}

/**
 * Closes connections that stand still, so that a client which reads nothing keeps no file open. Node's own limit counts
 * the time of a pending write twice, so it is left to connections without one.
 */
export function watchConnections(http: Server, { quietMs, stalledMs }: ConnectionTimeouts): void {
  const watched = new Map<Socket, Seen>();
  http.setTimeout(quietMs);
  http.on('connection', (socket: Socket) => {
    watched.set(socket, { progress: '', changedAt: performance.now() });
    socket.once('close', () => watched.delete(socket));
  });

  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, seen] of watched) {
      const progress = progressOf(socket);
      if (socket.writableLength === 0 || progress !== seen.progress) {
        seen.progress = progress;
        seen.changedAt = now;
      } else if (now - seen.changedAt > stalledMs) socket.destroy();
    }
  }, stalledMs / LOOKS);
  look.unref();
  http.once('close', () => clearInterval(look));
}
