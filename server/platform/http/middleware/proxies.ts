import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import { ApiError } from '../../errors.ts';

/** How often the same complaint is written, in milliseconds. */
const LOGGED_MS = 3600_000;

/** The one header of them that is read, for as many proxies as TRUST_PROXY says. */
const READ = 'x-forwarded-for';
/** Headers in which proxies name the client: `X-Real-IP`, `X-Cluster-Client-IP`, `Fly-Client-IP`, `X-Original-For` … */
const FOR_WHOM =
  /forwarded-for$|^(?:x-)?forwarded$|(?:client|real|remote|user|proxyuser|originating|socket|connecting)-?ip(?:v6)?$|^x-original(?:ly)?-for$|^x-remote-addr$|^x-envoy-external-address$/;

/**
 * Whether a proxy names a client and the configuration does not read that: everybody would then share the proxy's
 * address.
 */
export const isForwardedUnread = (
  headers: IncomingHttpHeaders,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): boolean =>
  (trustProxy === 0 || headers[READ] === undefined) &&
  Object.keys(headers).some((name) => FOR_WHOM.test(name));

/**
 * Refuses calls in which a proxy names a client where that is not read. Otherwise thirty wrong passwords of anybody
 * would keep everybody out, and every audit event would have the proxy's address.
 */
export function requireKnownProxies(config: Pick<Config, 'trustProxy'>, log: Logger): RequestHandler {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (req, _res, next) => {
    if (!isForwardedUnread(req.headers, config)) return next();
    const now = performance.now();
    if (now - loggedAt >= LOGGED_MS) {
      loggedAt = now;
      log.warn(
        { peer: req.socket.remoteAddress },
        'a call says for whom it is forwarded, and that is not read: such calls are refused. Set TRUST_PROXY to the number of proxies in front, and let them send X-Forwarded-For',
      );
    }
    next(new ApiError('proxy_not_trusted'));
  };
}
