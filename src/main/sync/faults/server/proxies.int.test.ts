import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../../../../../server/testing/factories.ts';
import { startTestServer, type TestServer } from '../../../../../server/testing/http.ts';
import { HttpClient } from '../../adapters/http/http-client.ts';
import { Network } from '../../adapters/network.ts';
import { classifyError, statusOf } from '../../host/classify-error.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { startSocks } from '../../testing/socks.ts';

/** Other proxies than the usual one: SOCKS, and those that ask for a name and a password. */

let server: TestServer;
let email: string;
beforeAll(async () => {
  server = await startTestServer();
  const organization = await server.make.organization('Andes');
  const library = await server.make.library(organization, 'Calidad');
  ({ email } = await server.make.person(organization, { libraries: [[library, ['upload']]] }));
});
afterAll(() => server?.stop());

/** What a call came to through a proxy, as the panel is told it after some tries. */
async function toldThrough(proxy: string, origin: string) {
  const network = new Network(origin);
  network.setProxy(proxy);
  const http = new HttpClient(origin, { token: async () => 'x' }, network);
  const trouble = await http.call('session', {}).then(
    () => expect.unreachable(),
    (error: unknown) => classifyError(error),
  );
  return { code: trouble.code, once: statusOf(trouble, 1), often: statusOf(trouble, 3) };
}

test('calls and the socket go through a SOCKS proxy', async () => {
  const socks = await startSocks();
  const network = new Network(server.url);
  network.setProxy(socks.url);
  const desktop = await TestDesktop.start(server, email, TEST_PASSWORD, {}, network);
  const log = () => desktop.log.join('\n');
  await eventually(() => existsSync(desktop.path('Andes', 'Calidad')), log);
  expect(new Set(socks.asked)).toEqual(new Set([new URL(server.url).host]));
  await eventually(() => socks.upgrades() > 0, log);
  await desktop.stop();
  await socks.stop();
});

test('an encrypted server is reached through it and never directly, and found there by its name', async () => {
  const socks = await startSocks();
  expect((await toldThrough(socks.url, 'https://legajo.invalid')).code).toBe('offline');
  expect(socks.asked).toContain('legajo.invalid:443');
  await socks.stop();
});

test('a SOCKS proxy that wants a password is told as such, and not as no connection', async () => {
  const socks = await startSocks(true);
  for (const origin of [server.url, 'https://legajo.invalid'])
    expect(await toldThrough(socks.url, origin)).toEqual({
      code: 'proxy_password',
      once: 'offline',
      often: 'problem',
    });
  expect(socks.asked).toEqual([]);
  await socks.stop();
});

test.each([
  ['with a page', '<h1>Proxy Authentication Required</h1>'],
  ['without a word', ''],
])('so is a proxy that answers 407 %s, to calls and to tunnels', async (_name, page) => {
  const proxy = createServer((_request, answer) => {
    answer.writeHead(407, { 'proxy-authenticate': 'Basic realm="red"' }).end(page);
  });
  proxy.on('connect', (_request, socket) => {
    socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: ${page.length}\r\n\r\n${page}`);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  for (const origin of [server.url, 'https://legajo.invalid'])
    expect(await toldThrough(address, origin)).toMatchObject({ code: 'proxy_password', often: 'problem' });
  await new Promise((closed) => proxy.close(closed));
});
