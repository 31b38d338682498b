import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleOf, startRecord } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

const TIMEOUTS = { wholeMs: 1500, silenceMs: 600, bundleBytesPerSecond: 100 };
const TRICKLE_MS = 50;

/** A line that somebody writes on by hand. */
interface Line {
  readonly socket: Socket;
  readonly answer: () => string;
  readonly closed: Promise<void>;
}

describe('bodies that stop coming', () => {
  const server = useTestServer({ config: { bodyTimeouts: TIMEOUTS } });
  let ana: TestClient;
  let library: TestLibrary;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    ana = await signIn((await make.person(organization, { libraries: [[library, ['upload']]] })).email);
  });

  function open(head: string): Line {
    const { hostname, port } = new URL(server().url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    // Whoever writes on a line that was closed hears of it.
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(`${head}\r\nHost: ${hostname}:${port}\r\n\r\n`);
    return { socket, answer: () => answer, closed };
  }
  const signIn = (length: string): Line =>
    open(`POST /api/auth/sign-in HTTP/1.1\r\nContent-Type: application/json\r\n${length}`);

  /** Writes a byte every so often, until the line is closed or all of them are written. */
  async function trickle({ socket }: Line, bytes: Buffer): Promise<void> {
    for (const byte of bytes) {
      if (socket.destroyed) return;
      socket.write(Buffer.of(byte));
      await pause(TRICKLE_MS);
    }
  }

  it('are answered 408, and their lines closed, forty at once', async () => {
    const lines = Array.from({ length: 40 }, () => signIn('Content-Length: 100'));
    for (const { socket } of lines) socket.write('{"email":');
    await Promise.all(lines.map(({ closed }) => closed));
    for (const { answer } of lines)
      expect(answer()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    expect((await ana.call('session')).status).toBe(200);
  });

  it('end though a byte comes now and then: no call but an upload may take longer', async () => {
    const line = signIn('Transfer-Encoding: chunked');
    const chunks = Buffer.from('1\r\n \r\n'.repeat(200));
    await Promise.race([trickle(line, chunks), line.closed]);
    await line.closed;
    expect(line.answer()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['PATCH', '/docs/uploads/x'],
    ['PATCH', '/docs/deliveries/uploads/x'],
    ['POST', '/docs/uploads/batch'],
    ['POST', '/docs/send'],
    ['POST', '/docs/versions/send'],
    ['GET', '/docs/uploads/x'],
  ])('end soon after the answer: %s %s of a stranger, byte by byte', async (method, path) => {
    const type = path.endsWith('/x') ? 'application/offset+octet-stream' : 'application/vnd.legajo.bundle';
    const line = open(
      `${method} /api${path} HTTP/1.1\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: ${type}\r\nContent-Length: 9000`,
    );
    await Promise.race([trickle(line, Buffer.alloc(9000, 'a')), line.closed]);
    await line.closed;
    expect(line.answer()).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  const bundleHeaders = () =>
    `Authorization: Bearer ${ana.token}\r\nContent-Type: application/vnd.legajo.bundle`;

  it.each(['/docs/uploads/batch', '/docs/send', '/docs/versions/send'])(
    'end though a byte of a bundle comes now and then: %s',
    async (path) => {
      const line = open(`POST /api${path} HTTP/1.1\r\n${bundleHeaders()}\r\nContent-Length: 9000`);
      await Promise.race([trickle(line, Buffer.alloc(9000)), line.closed]);
      await line.closed;
      expect(line.answer()).toBe('');
    },
  );

  it('are not those of a bundle that comes slowly, and keeps a pace', async () => {
    const { version } = await startRecord(server(), ana, library);
    const body = bundleOf([{ key: version.key ?? '', bytes: Buffer.alloc(6000, 'a') }]);
    const line = open(
      `POST /api/docs/uploads/batch HTTP/1.1\r\n${bundleHeaders()}\r\nContent-Length: ${body.length}`,
    );
    for (let at = 0; at < body.length; at += 64) {
      line.socket.write(body.subarray(at, at + 64));
      await pause(TRICKLE_MS);
    }
    await expect.poll(line.answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ok":true/);
    line.socket.destroy();
  });

  it('of an upload leave what has come, and it goes on from there', async () => {
    const bytes = Buffer.alloc(2000, 'a');
    const { version } = await startRecord(server(), ana, library);
    const place = `/api/docs/uploads/${version.key}`;
    const headers = `Authorization: Bearer ${ana.token}\r\nTus-Resumable: 1.0.0`;
    const key = `key ${Buffer.from(version.key ?? '').toString('base64')}`;
    const made = await ana.fetch('/docs/uploads', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '2000', 'upload-metadata': key },
    });
    expect(made.status).toBe(201);
    const patch = (offset: number): Line =>
      open(
        `PATCH ${place} HTTP/1.1\r\n${headers}\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: ${offset}\r\nContent-Length: ${2000 - offset}`,
      );
    const first = patch(0);
    first.socket.write(bytes.subarray(0, 1200));
    await first.closed;
    expect(first.answer()).toBe('');
    const head = async () =>
      (
        await ana.fetch(`/docs/uploads/${version.key}`, {
          method: 'HEAD',
          headers: { 'tus-resumable': '1.0.0' },
        })
      ).headers.get('upload-offset');
    await expect.poll(head).toBe('1200');

    // Slower than any other call may be, and never silent for long.
    const second = patch(1200);
    for (let at = 1200; at < 2000; at += 16) {
      second.socket.write(bytes.subarray(at, at + 16));
      await pause(TRICKLE_MS);
    }
    await expect.poll(second.answer).toMatch(/^HTTP\/1\.1 204 /);
    second.socket.destroy();
    await expect.poll(head).toBe('2000');
  });
});
