import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(serve: RequestListener): Promise<number> {
  const server = createServer(inOrder(serve));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A connection, with everything that has come on it. */
function open(port: number): { socket: Socket; text: () => string } {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  return { socket, text: () => text };
}
const calls = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `GET /${from + at} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

describe('calls of one connection', () => {
  it('are begun one after the other, and answered in their order', async () => {
    const begun: string[] = [];
    let running = 0;
    let most = 0;
    const port = await listen(async (req, res) => {
      begun.push(req.url ?? '');
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      res.end(`<${req.url}>`);
    });
    const { socket, text } = open(port);
    socket.write(calls(0, 60));
    const wanted = Array.from({ length: 60 }, (_, at) => `</${at}>`);
    await expect.poll(() => text().match(/<.*?>/g)).toEqual(wanted);
    expect([begun.length, most]).toEqual([60, 1]);
    socket.write(calls(60, 62));
    await expect.poll(() => text()).toContain('</61>');
  });

  it('wait for no other connection', async () => {
    const held: (() => void)[] = [];
    const port = await listen((req, res) => {
      if (req.url === '/0') held.push(() => res.end('<held>'));
      else res.end(`<${req.url}>`);
    });
    const [first, second] = [open(port), open(port)];
    first.socket.write(calls(0, 2));
    await expect.poll(() => held.length).toBe(1);
    second.socket.write(calls(5, 6));
    await expect.poll(() => second.text()).toContain('</5>');
    expect(first.text()).toBe('');
    held[0]?.();
    await expect.poll(() => first.text().match(/<.*?>/g)).toEqual(['<held>', '</1>']);
  });

  it('each get their own body, the next one too', async () => {
    const port = await listen(async (req, res) => {
      let body = '';
      for await (const chunk of req) body += chunk;
      res.end(`<${body}>`);
    });
    const { socket, text } = open(port);
    const post = (body: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const large = 'b'.repeat(300_000);
    socket.write(`${post('uno')}${post(large)}${post('tres')}`);
    await expect.poll(() => text().match(/<.*?>/g)).toEqual(['<uno>', `<${large}>`, '<tres>']);
  });

  it('that wait are not begun once the connection has ended', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    const port = await listen((req, res) => {
      begun.push(req.url ?? '');
      res.once('close', () => ended.push(req.url ?? ''));
    });
    const { socket } = open(port);
    socket.write(calls(0, 20));
    await expect.poll(() => begun).toEqual(['/0']);
    socket.destroy();
    await expect.poll(() => ended).toEqual(['/0']);
    expect(begun).toEqual(['/0']);
  });

  it('that are too many end it, and nothing of them is begun', async () => {
    const begun: string[] = [];
    const port = await listen((req) => void begun.push(req.url ?? ''));
    const { socket } = open(port);
    const closed = once(socket, 'close');
    socket.write(calls(0, 200));
    await closed;
    expect(begun).toEqual(['/0']);
  });
});
