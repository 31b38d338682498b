import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FetchFile, fetchVersion } from './fetch-version.ts';

const BYTES = 'Acta de reunión';
const SHA = createHash('sha256').update(BYTES).digest('hex');
const HEADERS = {
  etag: `"${SHA}"`,
  'content-disposition': 'attachment; filename="Acta_2.txt"; filename*=UTF-8\'\'Acta%20%E2%84%962.txt',
};

let folder: string;
let server: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-fetch-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await new Promise((closed) => server?.close(closed) ?? closed(undefined));
  server = undefined;
});

async function ask(answer: RequestListener, limit?: number) {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return fetchVersion(fetch as FetchFile, { server: url, token: 'T', version: 'v1' }, limit);
}

test('the version is asked for with the own token, and written as it came', async () => {
  const asked: (string | undefined)[] = [];
  const { name, saveTo } = await ask((request, response) => {
    asked.push(request.url, request.headers.authorization);
    response.writeHead(200, HEADERS).end(BYTES);
  });
  expect(name).toBe('Acta №2.txt');
  await saveTo(join(folder, 'x'));
  expect(await readFile(join(folder, 'x'), 'utf8')).toBe(BYTES);
  expect(asked).toEqual(['/api/docs/versions/v1/content', 'Bearer T']);
});

test('a refusal of the server is told by its code and sentence', async () => {
  const refused = ask((_request, response) => {
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code: 'not_found', message: 'No existe.' } }));
  });
  await expect(refused).rejects.toMatchObject({ code: 'not_found', message: 'No existe.' });
});

test('more than a drag waits for is refused before a byte is written', async () => {
  const large = ask((_request, response) => {
    response.writeHead(200, { ...HEADERS, 'content-length': Buffer.byteLength(BYTES) }).end(BYTES);
  }, 5);
  await expect(large).rejects.toMatchObject({ code: 'drag_too_large' });
});

test('also where its size was not announced', async () => {
  const { saveTo } = await ask((_request, response) => {
    response.writeHead(200, HEADERS).write('Acta');
    response.end(' de reunión');
  }, 5);
  await expect(saveTo(join(folder, 'x'))).rejects.toMatchObject({ code: 'drag_too_large' });
});

test.each([
  ['other bytes', (_request, response) => response.writeHead(200, HEADERS).end('otra cosa'), 'drag_damaged'],
  [
    'half of the bytes',
    (_request, response) => {
      response.writeHead(200, { ...HEADERS, 'content-length': '900' }).write('Acta');
      setImmediate(() => response.destroy());
    },
    'offline',
  ],
] as [string, RequestListener, string][])('%s are no version', async (_what, answer, code) => {
  const coming = ask(answer).then(({ saveTo }) => saveTo(join(folder, 'x')));
  await expect(coming).rejects.toMatchObject({ code });
});

test('no address but the server’s own is followed', async () => {
  const elsewhere = ask((_request, response) => response.writeHead(302, { location: '/otra' }).end());
  await expect(elsewhere).rejects.toMatchObject({ code: 'offline' });
});
