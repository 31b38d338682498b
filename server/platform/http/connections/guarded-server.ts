import { createServer, type RequestListener, type Server } from 'node:http';
import { endpoints } from '#shared/contract.ts';
import { REALTIME_PATH } from '#shared/realtime/frames.ts';
import type { Config } from '../../../config.ts';
import { takeRequestIds } from '../calls/call-notes.ts';
import { largestBody } from '../json-body.ts';
import { UPLOADS, watchBodies } from './body-timeouts.ts';
import { answerClientErrors } from './client-errors.ts';
import { type ConnectionGuard, guardConnections } from './connection-guard.ts';
import { watchConnections } from './connection-timeouts.ts';
import { endEmptyLines } from './empty-lines.ts';
import { inOrder } from './in-order.ts';
import { LINGERING_LIMITS } from './lingering.ts';
import { refuseOddTargets, refuseTunnels, takeExpectations } from './odd-targets.ts';
import { endSmallPieces } from './small-pieces.ts';
import { endUnreadBodies } from './unread-bodies.ts';
import { isUpgradeTo } from './upgrades.ts';

/** The address of a search may name a hundred values of every filter. */
const HEAD_BYTES = 64 * 1024;
const HEAD_MS = 60_000;

/** Node's server with all limits of connections, heads and bodies. It does not listen yet. */
export function createGuardedServer(
  config: Pick<Config, 'trustProxy' | 'misuse' | 'bodyTimeouts' | 'connectionTimeouts'>,
  serve: RequestListener,
): { readonly http: Server; readonly guard: ConnectionGuard } {
  const http: Server = createServer({
    // Told by `refuseOddTargets`, in the form of every other error.
    requireHostHeader: false,
    ...{ requestTimeout: 0, headersTimeout: HEAD_MS, maxHeaderSize: HEAD_BYTES },
    // Longer than proxies keep theirs (nginx 60 s, others 90 s): one that sends a call just then would get no answer.
    keepAliveTimeout: config.connectionTimeouts.quietMs,
    shouldUpgradeCallback: (req) => http.listenerCount('upgrade') > 0 && isUpgradeTo(REALTIME_PATH, req),
  });
  const guard = guardConnections(config);
  http.on('request', inOrder(guard.guard(refuseOddTargets(serve)), guard.misused));
  refuseTunnels(http);
  takeExpectations(http);
  answerClientErrors(http, guard);
  watchBodies(http, config.bodyTimeouts);
  endSmallPieces(http, guard);
  endUnreadBodies(http, {
    ...{ uploads: UPLOADS, lingering: LINGERING_LIMITS, guard },
    largestBody: largestBody(endpoints.map(([, endpoint]) => endpoint)),
  });
  // Twice what a head may take, so that none is taken for empty lines: Node answers those that take too much.
  endEmptyLines(http, { bytes: 2 * HEAD_BYTES, ms: 2 * HEAD_MS }, guard);
  watchConnections(http, config.connectionTimeouts);
  guard.attach(http);
  takeRequestIds(http, config);
  return { http, guard };
}
