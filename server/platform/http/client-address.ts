import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** The address of a call's client, as the trusted proxies name it. */
export const clientAddress = (req: IncomingMessage, trustProxy: number): string =>
  proxyAddr(req, (_, hop) => hop < trustProxy);
