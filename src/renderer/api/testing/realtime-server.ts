import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Frame = Record<string, unknown> & { frame: string };

/** A small realtime server for tests of the client: it records every frame, and sends what the test tells it to. */
export async function realtimeServer() {
  const called: string[] = [];
  const http = createServer((req, res) => {
    called.push(req.url ?? '');
    res.writeHead(503).end();
  });
  const server = new WebSocketServer({ server: http, path: '/api/realtime' });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const seen: Frame[] = [];
  let socket: WebSocket | undefined;
  let connections = 0;
  let position = { epoch: 'one', seq: 0 };

  const say = (frame: Frame): void => socket?.send(JSON.stringify(frame));

  server.on('connection', (opened) => {
    socket = opened;
    connections += 1;
    opened.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      seen.push(frame);
      if (frame.frame === 'auth') say({ frame: 'authenticated', userId: crypto.randomUUID() });
      if (frame.frame === 'subscribe') say({ frame: 'subscribed', channel: frame.channel, ...position });
    });
  });

  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    seen,
    /** Paths of the HTTP calls; none is answered. */
    called,
    frames: (name: string) => seen.filter((frame) => frame.frame === name),
    connections: () => connections,
    at: (epoch: string, seq: number) => {
      position = { epoch, seq };
    },
    say,
    /** Breaks the connection, as a lost network does. */
    cut: () => socket?.terminate(),
    /** Closes the connection with a code. */
    sendAway: (code: number) => socket?.close(code),
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close();
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
}
