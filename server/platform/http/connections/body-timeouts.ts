import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ApiError } from '../../errors.ts';
import { hasBody } from '../has-body.ts';
import { errorText } from './plain-answers.ts';

/** How long bodies may take, in milliseconds. */
export interface BodyTimeouts {
  /**
   * A body that is no upload must be complete after this long. A line of 70 kbit/s sends a MiB in that time.
   */
  readonly wholeMs: number;
  /** An upload may take days. After this long without a byte its connection is closed. */
  readonly silenceMs: number;
  /**
   * A bundle of small files, which is sent again whole, may take as long as any other body, and longer by what has come of
   * it at this pace, in bytes. Uploads that can be resumed have no such limit.
   */
  readonly bundleBytesPerSecond: number;
}

export const BODY_TIMEOUTS: BodyTimeouts = {
  wholeMs: 120_000,
  silenceMs: 60_000,
  // A line of 64 kbit/s.
  bundleBytesPerSecond: 8 * 1024,
};

/** How often bodies are checked, as a fraction of the shorter limit. */
const LOOKS = 12;
const BUNDLES = /^\/api\/docs\/(uploads\/batch|send|versions\/send)$/;
export const UPLOADS = /^\/api\/docs\/(uploads|deliveries\/uploads|send$|versions\/send$)/;

interface Watched {
  readonly res: ServerResponse;
  readonly isUpload: boolean;
  readonly isBundle: boolean;
  readonly began: number;
  /** What the connection had received by then. */
  readonly bytesBefore: number;
  bytes: number;
  changedAt: number;
}

/**
 * Ends requests whose body stops coming. Node has one limit for all bodies of a server, and uploads must have none
 * (docs/domain/limits.md, specification §9). So Node's limit is off, and each body is watched here. The received part
 * of an upload is kept, and its client goes on from there.
 */
export function watchBodies(http: Server, { wholeMs, silenceMs, bundleBytesPerSecond }: BodyTimeouts): void {
  const watched = new Map<IncomingMessage, Watched>();

  http.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    if (!hasBody(req)) return;
    const now = performance.now();
    const [path = ''] = (req.url ?? '').split('?');
    const bytes = req.socket.bytesRead;
    const each: Watched = {
      ...{ res, isUpload: UPLOADS.test(path), isBundle: BUNDLES.test(path) },
      ...{ began: now, bytesBefore: bytes, bytes, changedAt: now },
    };
    watched.set(req, each);
    const forget = () => watched.delete(req);
    req.once('end', forget).once('close', forget);
  });

  const look = setInterval(() => {
    const now = performance.now();
    for (const [req, each] of watched) {
      const { bytesRead } = req.socket;
      if (bytesRead !== each.bytes) each.changedAt = now;
      each.bytes = bytesRead;
      const forBundle = wholeMs + ((bytesRead - each.bytesBefore) / bundleBytesPerSecond) * 1000;
      const late =
        (each.isBundle && now - each.began > forBundle) ||
        (!each.isUpload && now - each.began > wholeMs) ||
        (each.isUpload && now - each.changedAt > silenceMs);
      if (late) end(req, each);
    }
  }, Math.min(wholeMs, silenceMs) / LOOKS);
  look.unref();
  http.once('close', () => clearInterval(look));
}

/**
 * An upload's connection is closed without an answer: its client then asks how far it came, while it could take an
 * answer for a refusal.
 */
function end(req: IncomingMessage, { res, isUpload }: Watched): void {
  if (!isUpload && !res.headersSent) req.socket.write(errorText(req, new ApiError('request_timeout')));
  req.socket.destroySoon();
}
