import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

const CHUNK = Buffer.alloc(64 * 1024, ' ');
const IN_CHUNKS = Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')]);
const BY_THE_BYTE = Buffer.from('1\r\n \r\n'.repeat(10_000));

/** A client that goes on sending, whatever it is answered. */
interface Flood {
  readonly socket: Socket;
  readonly answer: () => string;
  readonly closed: Promise<void>;
}

describe('a body that does not end', () => {
  const server = useTestServer();
  let ana: TestClient;
  beforeAll(async () => {
    const { make, signIn } = server();
    ana = await signIn((await make.person(await make.organization())).email);
  });

  function flood(head: string, piece: Buffer): Flood {
    const { hostname, port } = new URL(server().url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(`${head}\r\nHost: ${hostname}:${port}\r\n\r\n`);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    // A body of a few bytes is sent once.
    if (piece.length < 100) socket.write(piece);
    else socket.on('drain', more).once('connect', more);
    return { socket, answer: () => answer, closed };
  }
  const call = (path: string, ...headers: readonly string[]) =>
    [`POST /api${path} HTTP/1.1`, 'Content-Type: application/json', ...headers].join('\r\n');

  it.each([
    ['a length that is too large', ['Content-Length: 100000000000'], CHUNK, 413],
    ['no length', ['Transfer-Encoding: chunked'], IN_CHUNKS, 413],
    ['a wrong token', ['Transfer-Encoding: chunked', 'Authorization: Bearer x'], IN_CHUNKS, 4],
  ])('with %s is answered at once, and its connection closed', async (_, headers, piece, status) => {
    const path = headers.length > 1 ? '/docs/batch' : '/auth/sign-in';
    const { answer, closed, socket } = flood(call(path, ...headers), piece);
    await expect.poll(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    await closed;
    // What the kernels of both ends hold is some megabytes; unread, it goes no further.
    expect(socket.bytesWritten).toBeLessThan(128 * 1024 ** 2);
    expect((await ana.call('session')).status).toBe(200);
  });

  it('of fifty megabytes is read on, so that a client which reads nothing before it has sent them has its answer', async () => {
    const { hostname, port } = new URL(server().url);
    for (const path of ['/auth/sign-in', '/docs/send']) {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      socket.write(`${call(path, 'Content-Length: 50000000')}\r\nHost: a\r\n\r\n`);
      // Rejects where the connection is reset before everything is sent.
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.write(Buffer.alloc(50_000_000), (error) => (error ? reject(error) : resolve()));
      });
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 4(13|01) /);
      socket.destroy();
    }
  });

  it('is closed too where nothing has this address', async () => {
    const { answer, closed } = flood(call('/nada', 'Transfer-Encoding: chunked'), IN_CHUNKS);
    await expect.poll(answer).toMatch(/^HTTP\/1\.1 404 /);
    await closed;
  });

  it.each([
    ['JSON of somebody signed in', '/docs/batch', true, 'application/json'],
    ['a bundle', '/docs/send', true, 'application/vnd.legajo.bundle'],
    ['what a stranger sends anywhere', '/../', false, 'application/json'],
  ])('in pieces of a byte loses its connection: %s', async (_, path, isSignedIn, type) => {
    const headers = [
      'Transfer-Encoding: chunked',
      ...(isSignedIn ? [`Authorization: Bearer ${ana.token}`] : []),
    ];
    const head = call(path, ...headers).replace('application/json', type);
    const { closed, socket } = flood(head, BY_THE_BYTE);
    await closed;
    expect(socket.bytesWritten).toBeLessThan(16 * 1024 ** 2);
    expect((await ana.call('session')).status).toBe(200);
  });

  it('is not asked for where it is too large: the answer comes instead', async () => {
    const head = call('/auth/sign-in', 'Content-Length: 50000000', 'Expect: 100-continue');
    const { answer } = flood(head, Buffer.alloc(0));
    await expect.poll(answer).toMatch(/^HTTP\/1\.1 413 /);
    const small = flood(call('/auth/sign-in', 'Content-Length: 2', 'Expect: 100-continue'), Buffer.alloc(0));
    await expect.poll(small.answer).toMatch(/^HTTP\/1\.1 100 Continue/);
    small.socket.write('{}');
    await expect.poll(small.answer).toMatch(/HTTP\/1\.1 400 /);
  });

  it('has the last answer of its connection, so that nobody calls again on it', async () => {
    const body = 'x'.repeat(3_000_000);
    const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    for (let n = 0; n < 30; n += 1) {
      const answer = await server().anyone.fetch('/auth/sign-in', signIn);
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
      await answer.text();
      expect((await ana.call('session')).status).toBe(200);
    }
  });

  it('that has come when its call is answered ends no connection', async () => {
    const { hostname, port } = new URL(server().url);
    const { answer, socket } = flood(call('/docs/batch', 'Content-Length: 2'), Buffer.from('{}'));
    await expect.poll(answer).toMatch(/^HTTP\/1\.1 401 /);
    socket.write(`GET /api/health HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    await expect.poll(answer).toMatch(/HTTP\/1\.1 200 /);
  });
});
