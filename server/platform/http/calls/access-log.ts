import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { CallObserver, EndedCall, SocketObserver } from './watch-calls.ts';

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

/** @param route the path of the upgrades */
export const logSockets = (log: Logger, route: string): SocketObserver => ({
  opened: (socket) => log.info({ ...socket, route, process: PROCESS }, 'socket opened'),
  refused: (socket) => log.info({ ...socket, route, process: PROCESS }, 'socket refused'),
  closed: (socket) => log.info({ ...socket, route, process: PROCESS }, 'socket closed'),
});
