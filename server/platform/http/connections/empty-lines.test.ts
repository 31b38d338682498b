import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { endEmptyLines } from './empty-lines.ts';

const BYTES = 128 * 1024;
const LINES = '\r\n'.repeat(BYTES);
const CALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** A server that answers with what it has read, and how often a connection of it was misused. */
async function listen(ms = 60_000): Promise<{ port: number; misusedBy: () => number }> {
  const misusedBy = vi.fn();
  const server: Server = createServer((req, res) => {
    let bytes = 0;
    req.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    req.once('end', () => res.end(`<${bytes}>`));
  });
  endEmptyLines(server, { bytes: BYTES, ms }, { misusedBy });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, misusedBy: () => misusedBy.mock.calls.length };
}

function open(port: number): { socket: Socket; text: () => string; closed: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  return { socket, text: () => text, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

describe('a connection on which empty lines come instead of calls', () => {
  it('is closed, before the first call', async () => {
    const { port, misusedBy } = await listen();
    const { socket, closed } = open(port);
    socket.write(LINES);
    await closed;
    expect(misusedBy()).toBe(1);
  });

  it('is closed after a call, and with a call behind them', async () => {
    const { port, misusedBy } = await listen();
    const after = open(port);
    after.socket.write(CALL);
    await expect.poll(after.text).toContain('<0>');
    after.socket.write(LINES);
    await after.closed;
    const between = open(port);
    between.socket.write(`${CALL}${LINES}${CALL}`);
    await between.closed;
    expect(misusedBy()).toBe(2);
  });

  it('is closed after a while where they are few', async () => {
    const { port, misusedBy } = await listen(500);
    const { socket, text, closed } = open(port);
    socket.write(CALL);
    await expect.poll(text).toContain('<0>');
    const sending = setInterval(() => socket.write('\r\n'), 20);
    onTestFinished(() => clearInterval(sending));
    await closed;
    expect(misusedBy()).toBe(0);
  });

  it('is none where they are few, or all of it are bodies', async () => {
    const { port, misusedBy } = await listen();
    const { socket, text } = open(port);
    const body = 'x'.repeat(4 * BYTES);
    const chunked = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'a\r\n0123456789\r\n'.repeat(20_000)}0\r\n\r\n`;
    const sized = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let turn = 1; turn <= 3; turn += 1) {
      socket.write(`\r\n\r\n${sized}\r\n${chunked}`);
      await expect.poll(() => text().split('<200000>').length).toBe(turn + 1);
    }
    expect(text().split(`<${body.length}>`)).toHaveLength(4);
    expect(misusedBy()).toBe(0);
  });
});
