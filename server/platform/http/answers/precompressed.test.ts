import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import pino from 'pino';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { precompress } from '../../../../scripts/lib/web-build/precompress.ts';
import { errorHandler } from '../middleware/errors.ts';
import { mountWeb } from './web.ts';

/** A page that Vite built with the plugin of the web build, served as the product serves it. */

let folder: string;
let port: number;
let stop: () => void;
let script: string;
let small: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-precompressed-'));
  await mkdir(join(folder, 'source'));
  const said = Array.from({ length: 400 }, (_, at) => `console.log('línea ${at} de la página');`).join('\n');
  await writeFile(join(folder, 'source/main.js'), `${said}\nimport('./small.js');`);
  await writeFile(join(folder, 'source/small.js'), 'console.log(1);');
  await writeFile(
    join(folder, 'source/index.html'),
    `<!doctype html><p>${'Texto de la página. '.repeat(60)}</p><script type="module" src="./main.js"></script>`,
  );
  const out = join(folder, 'out');
  const result = await build({
    root: join(folder, 'source'),
    configFile: false,
    logLevel: 'silent',
    build: { outDir: out, emptyOutDir: true },
    plugins: [precompress(out)],
  });
  const names = 'output' in result ? result.output.map(({ fileName }) => fileName) : [];
  script = `/${names.find((name) => /index-.*\.js$/.test(name))}`;
  small = `/${names.find((name) => /small-.*\.js$/.test(name))}`;
  const app = express();
  mountWeb(app, out);
  app.use(errorHandler(pino({ level: 'silent' })));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  port = (server.address() as AddressInfo).port;
  stop = () => server.close();
});
afterAll(async () => {
  stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A call by Node itself, which leaves the body as it came. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((done, fail) => {
    const call = request({ host: '127.0.0.1', port, path, headers, method, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    call.on('error', fail).end();
  });

const BROWSER = 'gzip, deflate, br, zstd';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  ['', undefined],
])('sends to a client that takes "%s" the form %s', async (takes, encoding) => {
  const { status, headers, body } = await get(script, takes ? { 'accept-encoding': takes } : {});
  const plain = await readFile(join(folder, 'out', script));
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-length']).toBe(String(body.length));
  const open = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
  expect(open(body).equals(plain)).toBe(true);
  expect(headers.vary).toMatch(/accept-encoding/i);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it('gives each form an ETag of its own, and answers 304 by it', async () => {
  const tags = new Set<string>();
  for (const takes of ['br', 'gzip', 'identity']) {
    const tag = (await get(script, { 'accept-encoding': takes })).headers.etag ?? '';
    tags.add(tag);
    const again = await get(script, { 'accept-encoding': takes, 'if-none-match': tag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  }
  expect(tags.size).toBe(3);
});

it('answers HEAD with the head of GET', async () => {
  const got = await get(script, { 'accept-encoding': BROWSER });
  const head = await get(script, { 'accept-encoding': BROWSER }, 'HEAD');
  expect(head.body.length).toBe(0);
  for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary'])
    expect(head.headers[name]).toBe(got.headers[name]);
});

it('gives ranges of what it would send whole, and says plainly that there is none', async () => {
  const whole = await get(script, { 'accept-encoding': BROWSER });
  const part = await get(script, { 'accept-encoding': BROWSER, range: 'bytes=10-29' });
  expect(part.status).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 10-29/${whole.body.length}`);
  expect(part.headers['content-encoding']).toBe('br');
  expect(part.body.equals(whole.body.subarray(10, 30))).toBe(true);

  const none = await get(script, { 'accept-encoding': BROWSER, range: 'bytes=9999999-' });
  expect(none.status).toBe(416);
  expect(none.headers['content-encoding']).toBeUndefined();
  expect(none.headers['content-type']).toMatch(/^application\/json/);
  expect(() => JSON.parse(none.body.toString())).not.toThrow();
});

it('sends the page compressed too, which is asked for anew each time', async () => {
  for (const path of ['/', '/records/view/x']) {
    const { headers, body } = await get(path, { 'accept-encoding': BROWSER });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(brotliDecompressSync(body).toString()).toContain('Texto de la página.');
  }
});

it('sends what the build did not compress as it is, and 404 for what is missing', async () => {
  const { status, headers } = await get(small, { 'accept-encoding': BROWSER });
  expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  const gone = await get('/assets/gone-1.js', { 'accept-encoding': BROWSER });
  expect([gone.status, gone.headers['content-encoding']]).toEqual([404, undefined]);
  expect((await get('/assets/%2e%2e%2findex.html', { 'accept-encoding': BROWSER })).status).toBe(400);
});
