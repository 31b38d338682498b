import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppHandler, fileFor } from './app-protocol.ts';
import { contentSecurityPolicy } from './csp.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'legajo-protocol-'));
  await mkdir(join(base, 'renderer/assets'), { recursive: true });
  await writeFile(join(base, 'renderer/index.html'), '<title>Legajo</title>');
  await writeFile(join(base, 'renderer/assets/hash.worker-1a2b.js'), 'postMessage(1)');
  await writeFile(join(base, 'secret.json'), '{}');
});
afterAll(() => rm(base, { recursive: true, force: true }));

test.each([
  ['app://legajo/', '/srv/page/index.html'],
  ['app://legajo/records/view/0190-ab?panel=review', '/srv/page/index.html'],
  ['app://legajo/assets/index-1.js', '/srv/page/assets/index-1.js'],
  ['app://other/index.html', null],
  ['file:///srv/page/index.html', null],
  ['app://legajo/../secret.json', '/srv/page/secret.json'],
  ['app://legajo/%2e%2e%2fsecret.json', null],
  ['app://legajo/..%2f..%2fetc/passwd.json', null],
  ['app://legajo/..%5csecret.json', null],
  ['app://legajo/a%00.js', null],
  ['app://legajo/%E0%A4%A.js', null],
  ['app://legajo/tool.exe', null],
])('%s is the file %s', { tags: 'desktop-protocol' }, (address, file) => {
  expect(fileFor(address, '/srv/page')).toBe(file);
});

test('a folder with the same beginning is another folder', { tags: 'desktop-protocol' }, () => {
  expect(fileFor('app://legajo/%2e%2e%2fpage-secret/a.js', '/srv/page')).toBeNull();
});

test('routes are answered with the page, its policy and no sniffing', async () => {
  const handle = createAppHandler(join(base, 'renderer'), () => 'https://legajo.example');
  const answer = await handle({ url: 'app://legajo/dashboard', method: 'GET' });
  expect(await answer.text()).toBe('<title>Legajo</title>');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain(
    "connect-src 'self' blob: https://legajo.example wss://legajo.example;",
  );
});

test('what is outside the folder, missing or not a GET is refused', async () => {
  const handle = createAppHandler(join(base, 'renderer'), () => null);
  const status = async (url: string, method = 'GET') => (await handle({ url, method })).status;
  expect(await status('app://legajo/%2e%2e%2fsecret.json')).toBe(404);
  expect(await status('app://legajo/assets/gone.js')).toBe(404);
  expect(await status('app://legajo/', 'POST')).toBe(405);
});

test('scripts need nothing unsafe; only workers may compile WebAssembly', { tags: 'desktop-policy' }, () => {
  const page = contentSecurityPolicy('http://127.0.0.1:4870', 'index.html');
  expect(page).toContain("script-src 'self';");
  expect(page).not.toMatch(/script-src[^;]*unsafe/);
  expect(page).toContain('ws://127.0.0.1:4870');
  expect(contentSecurityPolicy(null, 'assets/hash.worker-1a2b.js')).toContain("'wasm-unsafe-eval'");
  expect(contentSecurityPolicy(null, 'index.html')).toContain("connect-src 'self' blob:;");
});
