import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { CallObserver, EndedCall } from './watch-calls.ts';

/** Which process wrote a line, where several write to one place. */
const PROCESS = `${hostname()}/${process.pid}`;

/** What supervisors and proxies ask every few seconds; logged only where it fails. */
const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready']);

const isQuiet = ({ route, status, aborted }: EndedCall): boolean =>
  PROBES.has(route) && status !== null && status < 400 && !aborted;

/**
 * Writes one line for each call, in fields of its own (docs/operations/observing.md). Nothing of the address, of headers or of bodies
 * is in it.
 */
export const logCalls = (log: Logger): CallObserver => ({
  ended(call) {
    if (isQuiet(call)) return;
    log.info({ ...call, ms: Math.round(call.ms * 10) / 10, process: PROCESS }, 'call');
  },
});

/** A WebSocket, from its upgrade to its end. */
export interface SocketObserver {
  opened(socket: { readonly requestId: string }): void;
  /** @param status of the answer */
  refused(socket: { readonly requestId: string; readonly status: number }): void;
  closed(socket: {
    readonly requestId: string;
    /** The id of whoever signed in on it. */
    readonly person: string | null;
    readonly seconds: number;
    /** Of the closing frame; 1006 where none came. */
    readonly code: number;
  }): void;
}

/** @param route the path of the upgrades */
export const logSockets = (log: Logger, route: string): SocketObserver => ({
  opened: (socket) => log.info({ ...socket, route, process: PROCESS }, 'socket opened'),
  refused: (socket) => log.info({ ...socket, route, process: PROCESS }, 'socket refused'),
  closed: (socket) => log.info({ ...socket, route, process: PROCESS }, 'socket closed'),
});
