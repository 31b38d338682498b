import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Express } from 'express';
import proxyAddr from 'proxy-addr';

/** An IPv4 address with the port that some proxies append, or a bracketed IPv6 address with or without one. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

/**
 * The address of a call's client, as the trusted proxies name it, without a port: each new connection has another one.
 * Where they name something that is no address, such as `unknown`, the call counts as the peer's own. Empty where the
 * peer has no address, as on a connection that is closed.
 */
export function clientAddress(req: IncomingMessage, trustProxy: number): string {
  const named: string | undefined = proxyAddr(req, (_, hop) => hop < trustProxy);
  const [, v6, v4] = WITH_PORT.exec(named ?? '') ?? [];
  const address = v6 ?? v4 ?? named ?? '';
  return isIP(address) > 0 ? address : (req.socket.remoteAddress ?? '');
}

/** Makes `req.ip` of an app the address that `clientAddress` finds, so that all count a client by the same one. */
export function setClientAddress(app: Express, trustProxy: number): void {
  app.set('trust proxy', trustProxy);
  Object.defineProperty(app.request, 'ip', {
    configurable: true,
    get(this: IncomingMessage) {
      return clientAddress(this, trustProxy) || undefined;
    },
  });
}
