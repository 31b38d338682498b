import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestServer } from '../../../testing/http.ts';

const LIMITS = {
  ended: { burst: 3, perSecond: 0 },
  opened: { burst: 10_000, perSecond: 500 },
  firstMs: 600_000,
  longestMs: 600_000,
  busy: 0,
};
const MIB = 1024 ** 2;
const TINY = '1\r\n \r\n'.repeat(3000);

interface Line {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: Promise<unknown>;
}

function open(url: string): Line {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  return { socket, text: () => text, closed: new Promise((resolve) => socket.once('close', resolve)) };
}
const call = (path: string, ...headers: readonly string[]): string =>
  [`${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const sendTiny = async (url: string, ...headers: readonly string[]): Promise<void> => {
  const { socket, closed } = open(url);
  socket.write(call('POST /api/auth/sign-in', 'Transfer-Encoding: chunked', ...headers) + TINY);
  await closed;
};

describe('a client that is ended for misuse and connects again', () => {
  const server = useTestServer({ config: { misuse: LIMITS } });

  it('is refused when it connects, and what is open goes on', async () => {
    const { url } = server();
    const before = open(url);
    before.socket.write(call('GET /api/health'));
    await expect.poll(before.text).toContain('200 OK');
    // Many at once are no misuse.
    const many = Array.from({ length: 300 }, () => open(url));
    await Promise.all(many.map(({ socket }) => once(socket, 'connect')));
    for (let each = 0; each < 3; each += 1) await sendTiny(url);
    const still = open(url);
    still.socket.write(call('GET /api/health'));
    await expect.poll(still.text).toContain('200 OK');
    await sendTiny(url);
    const refused = open(url);
    refused.socket.write(call('GET /api/health'));
    await refused.closed;
    expect(refused.text()).toBe('');
    before.socket.write(call('GET /api/session'));
    await expect.poll(before.text).toContain('401 Unauthorized');
    expect(many.map(({ socket }) => socket.destroyed)).not.toContain(true);
  });
});

describe('a client behind a proxy that is ended for misuse and calls again', () => {
  const server = useTestServer({ config: { misuse: LIMITS, trustProxy: 1 } });

  it('has nothing of a further body read, and its answer all the same', async () => {
    const from = 'X-Forwarded-For: 203.0.113.9';
    for (let each = 0; each < 4; each += 1) await sendTiny(server().url, from);
    const refused = open(server().url);
    refused.socket.write(call('POST /api/auth/sign-in', from, `Content-Length: ${64 * MIB}`));
    // In pieces, so that it can be seen how many of them the system took.
    let taken = 0;
    for (let each = 0; each < 64; each += 1)
      refused.socket.write(Buffer.alloc(MIB), (error) => {
        if (!error) taken += 1;
      });
    await expect.poll(refused.text).toMatch(/^HTTP\/1\.1 429 [\s\S]*"rate_limited"/);
    await refused.closed;
    // The system's own buffers take some megabytes.
    expect(taken).toBeLessThan(32);
  });

  it('is answered 429 at once, and nobody else who comes through the proxy', async () => {
    const { anyone, url } = server();
    const [one, other] = ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 203.0.113.8'];
    for (let each = 0; each < 4; each += 1) await sendTiny(url, one);
    const refused = open(url);
    refused.socket.write(call('POST /api/auth/sign-in', one, 'Content-Length: 100'));
    await expect.poll(refused.text).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d+[\s\S]*"rate_limited"/i);
    await refused.closed;
    const socket = open(url);
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    socket.socket.write(
      call('GET /api/realtime', one, ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='),
    );
    await socket.closed;
    expect(socket.text()).toMatch(/^HTTP\/1\.1 429 /);
    const served = open(url);
    served.socket.write(call('GET /api/health', other));
    await expect.poll(served.text).toContain('200 OK');
    expect((await anyone.call('health')).status).toBe(200);
  });
});
