import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { ApiError } from '../../errors.ts';

/** How often the same complaint is written, in milliseconds. */
const LOGGED_MS = 3600_000;

/** Headers by which a proxy says for whom it calls. */
const FOR_WHOM = ['x-forwarded-for', 'forwarded'] as const;

/** Whether a call came through a proxy although none is trusted: everybody would share the proxy's address. */
export const isForwardedUnasked = (
  headers: IncomingHttpHeaders,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): boolean => trustProxy === 0 && FOR_WHOM.some((name) => headers[name] !== undefined);

/**
 * Refuses calls that say for whom they are forwarded while TRUST_PROXY is 0. Taken as they come, thirty wrong passwords of
 * anybody would keep all people out, and every entry of the audit trail would name the proxy.
 */
export function requireKnownProxies(config: Pick<Config, 'trustProxy'>, log: Logger): RequestHandler {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (req, _res, next) => {
    if (!isForwardedUnasked(req.headers, config)) return next();
    const now = performance.now();
    if (now - loggedAt >= LOGGED_MS) {
      loggedAt = now;
      log.warn(
        { peer: req.socket.remoteAddress },
        'a call says for whom it is forwarded, and TRUST_PROXY is 0: such calls are refused. Set TRUST_PROXY to the number of proxies in front',
      );
    }
    next(new ApiError('proxy_not_trusted'));
  };
}
