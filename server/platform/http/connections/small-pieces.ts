import type { Server } from 'node:http';
import { TokenBucket } from '../../limits/token-bucket.ts';
import { hasBody } from '../has-body.ts';
import type { ConnectionGuard } from './connection-guard.ts';

/** A piece of fewer bytes costs more than its bytes: clients and lines have pieces of hundreds and more. */
const SMALL_BYTES = 256;
/** How many small pieces a body may have at once, and how many a second in the long run. */
const RATE = { burst: 1000, perSecond: 500 } as const;

/**
 * Destroys connections whose bodies come in a flood of tiny pieces, whoever reads them. Each costs a call, and a
 * megabyte holds hundreds of thousands; whoever writes byte by byte on a slow line stays below the rate.
 */
export function endSmallPieces(http: Server, guard: Pick<ConnectionGuard, 'isRefused' | 'misused'>): void {
  http.prependListener('request', (req) => {
    // Nobody reads the body of a call that is refused (`endUnreadBodies`).
    if (!hasBody(req) || guard.isRefused(req)) return;
    const rate = new TokenBucket(RATE);
    const push = req.push.bind(req);
    // Node's parser calls it for each piece, before anybody has it.
    req.push = (piece: Uint8Array | null, encoding?: BufferEncoding) => {
      if (piece !== null && piece.length < SMALL_BYTES && !rate.take()) {
        if (!req.socket.destroyed) guard.misused(req);
        req.socket.destroy();
        return false;
      }
      return push(piece, encoding);
    };
  });
}
