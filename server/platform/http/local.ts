import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { type Config, isLoopbackUrl } from '../../config.ts';
import { DESKTOP_ORIGIN } from './middleware/cors.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * Headers that proxies add: a call that came through one is not known to be local. No browser and no client of ours sends
 * any `X-…` but those of the API and `X-Requested-With`, so every other one counts, whatever proxy invented it.
 */
const TRACE =
  /^(?:x-(?!(?:operation-token|requested-with)$)|cf-|fly-|fastly-|akamai-|true-client-|wl-|cdn-loop$|via$)|forwarded|proxy|client-?ip|connecting-ip/;

/**
 * Whether a call comes from this machine, as far as can be known: the peer, the host name of the call, the page that
 * made it and the server's public address must all be loopback.
 */
export function isLocalCall(req: IncomingMessage, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const peer = req.socket.remoteAddress ?? '';
  const { host, origin } = req.headers;
  return (
    loopback.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4') &&
    !Object.keys(req.headers).some((name) => TRACE.test(name)) &&
    isLoopbackUrl(`http://${host}`) &&
    (origin === undefined || origin === DESKTOP_ORIGIN || isLoopbackUrl(origin)) &&
    isLoopbackUrl(publicUrl)
  );
}
