import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Connection } from './connection.ts';

describe('the line of a socket that says nothing', () => {
  let server: WebSocketServer;
  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
    await once(server, 'listening');
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const client of server.clients) client.terminate();
    server.close();
  });

  /** Both ends; `autoPong: false` is somebody who never answers. */
  async function line(options: { autoPong: boolean }) {
    const { port } = server.address() as AddressInfo;
    const client = new WebSocket(`ws://127.0.0.1:${port}`, options).on('error', () => undefined);
    const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
      [WebSocket],
      unknown,
    ];
    return { client, socket, connection: new Connection(socket) };
  }

  test('is lost at the second beat', async () => {
    const { socket, connection } = await line({ autoPong: false });
    connection.beat();
    expect(socket.readyState).toBe(WebSocket.OPEN);
    connection.beat();
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  });

  test('is kept for who answers', async () => {
    const { socket, connection } = await line({ autoPong: true });
    for (let n = 0; n < 3; n += 1) {
      const answered = once(socket, 'pong');
      connection.beat();
      await answered;
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('is lost five seconds after the close that it does not answer', async () => {
    const { client, socket, connection } = await line({ autoPong: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    client.pause();
    connection.close(4401, 'unauthorized');
    await vi.advanceTimersByTimeAsync(4900);
    expect(socket.readyState).toBe(WebSocket.CLOSING);
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  });

  /** As many masked frames without contents as fit, of one kind, without pause until the line is lost. */
  async function flood(first: number) {
    const { client, socket } = await line({ autoPong: true });
    const frames = Buffer.concat(Array.from({ length: 5000 }, () => Buffer.from([first, 0x80, 0, 0, 0, 0])));
    const raw = (client as unknown as { _socket: Socket })._socket;
    const more = (): void => {
      while (client.readyState === WebSocket.OPEN && raw.write(frames));
    };
    raw.on('drain', more);
    more();
    return { client, socket };
  }

  test.each([
    ['pings', 0x89],
    ['pongs', 0x8a],
  ])('is closed for who sends %s without end, and hears why', async (_, first) => {
    const { client, socket } = await flood(first);
    const [code] = await once(client, 'close');
    expect(code).toBe(1008);
    expect(socket.readyState).not.toBe(WebSocket.OPEN);
  });

  test('is kept for a ping now and then', async () => {
    const { client, socket } = await line({ autoPong: true });
    for (let n = 0; n < 50; n += 1) {
      const answered = once(client, 'pong');
      client.ping();
      await answered;
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('is closed for many frames that cannot be read among some that can', async () => {
    const { client, connection } = await line({ autoPong: true });
    connection.onFrame(async () => undefined);
    const good = JSON.stringify({ frame: 'unsubscribe', channel: 'x' });
    for (let n = 0; n < 20; n += 1) for (const each of [...Array(10).fill('{'), good]) client.send(each);
    const [code] = await once(client, 'close');
    expect(code).toBe(1008);
  });
});
