import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Frame = Record<string, unknown> & { frame: string };

/** A small realtime server for tests of the client: it notes every frame and says what the test tells it to. */
export async function realtimeServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/api/realtime' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
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
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    frames: (name: string) => seen.filter((frame) => frame.frame === name),
    connections: () => connections,
    at: (epoch: string, seq: number) => {
      position = { epoch, seq };
    },
    say,
    /** Breaks the connection, as a lost network does. */
    cut: () => socket?.terminate(),
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}
