import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

type Answer = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>;

/** A small HTTP server for tests of the client: it records every call, and answers what the test says. */
export async function testServer(answer: (call: SeenCall) => Answer) {
  const seen: SeenCall[] = [];
  let current = answer;
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', async () => {
      const text = Buffer.concat(chunks).toString();
      const { pathname, search } = new URL(req.url ?? '/', 'http://localhost');
      const call: SeenCall = {
        method: req.method ?? '',
        path: pathname.replace(/^\/api/, '') + search,
        headers: req.headers,
        body: text ? JSON.parse(text) : undefined,
      };
      seen.push(call);
      const { status = 200, body = { ok: true } } = await current(call);
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    /** The calls to a path, without its query. */
    to: (path: string) => seen.filter((call) => call.path.split('?')[0] === path),
    answer: (next: (call: SeenCall) => Answer) => {
      current = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
