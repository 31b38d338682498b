import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTENT_TYPE } from './registry.ts';

/** Where metrics are read, on a port of its own: no proxy in front of the other one leads to it (decision 0133). */
export interface MetricsServer {
  /** `http://…` without a trailing slash. */
  readonly address: string;
  close(): Promise<void>;
}

const PATH = '/metrics';

/**
 * @param read all metrics, as text
 * @throws the error of a port that cannot be had
 */
export async function serveMetrics(
  { port, host }: { readonly port: number; readonly host: string },
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const http: Server = createServer((req, res) => {
    if (req.url?.split('?')[0] !== PATH) return void res.writeHead(404).end();
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return void res.writeHead(405, { allow: 'GET, HEAD' }).end();
    read().then(
      (text) => res.writeHead(200, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error) => reject(Object.assign(error, { syscall: 'listen' })));
    http.listen(port, host, resolve);
  });
  const { port: own } = http.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${own}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
