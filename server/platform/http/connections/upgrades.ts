import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../../errors.ts';
import { errorText } from './plain-answers.ts';

/** How long a connection stays open, unread, so that its client can read the answer. */
const CLOSE_MS = 1000;

/**
 * Whether a call asks for a WebSocket where there is one. Any other upgrade is not taken up (RFC 9110 §7.8): some
 * programs offer HTTP/2 with every call, and their calls are answered as if they did not.
 */
export const isUpgradeTo = (path: string, { method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket';

/** Answers an upgrade with an error, and closes its connection. What comes on it is not read. */
export function refuseUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  error: ApiError,
  headers?: Readonly<Record<string, string>>,
): void {
  socket.on('error', () => undefined);
  socket.end(errorText(req, error, headers));
  socket.pause();
  setTimeout(() => socket.destroy(), CLOSE_MS).unref();
}
