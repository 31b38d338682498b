import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_PREFERENCES } from '#shared/ipc/desktop.ts';
import { checkServer, parseAddress } from './server-address.ts';
import { createSettings, type Store } from './settings.ts';

/** A server that answers GET /api/health with what its path's first part asks for. */
let stranger: Server;
let port: number;
beforeAll(async () => {
  stranger = createServer((_request, response) => response.end('<h1>It works!</h1>'));
  await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
  port = (stranger.address() as AddressInfo).port;
});
afterAll(() => new Promise((closed) => stranger.close(closed)));

test.each([
  ['legajo.example', 'https://legajo.example'],
  ['legajo.example:8443/records?x=1', 'https://legajo.example:8443'],
  ['localhost:4870', 'http://localhost:4870'],
  ['127.0.0.1:4870', 'http://127.0.0.1:4870'],
  ['[::1]:4870', 'http://[::1]:4870'],
  ['http://intranet/', 'http://intranet'],
  [' HTTPS://Legajo.Example/ ', 'https://legajo.example'],
])('%s is the server %s', (typed, origin) => {
  expect(parseAddress(typed).origin).toBe(origin);
});

test.each([
  '',
  'ftp://legajo.example',
  'file:///etc/passwd',
  'https://ana:clave@legajo.example',
  'http://',
  'a b',
])('%j is no address', (typed) => {
  expect(() => parseAddress(typed)).toThrow(expect.objectContaining({ code: 'invalid_address' }));
});

test('another program at the address is not Legajo; nobody there is unreachable', async () => {
  await expect(checkServer(fetch, `127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'not_legajo' });
  const gone = createServer();
  await new Promise<void>((listening) => gone.listen(0, '127.0.0.1', listening));
  const closedPort = (gone.address() as AddressInfo).port;
  await new Promise((closed) => gone.close(closed));
  await expect(checkServer(fetch, `127.0.0.1:${closedPort}`)).rejects.toMatchObject({
    code: 'server_unreachable',
  });
});

test('plain http to another machine is told apart', async () => {
  const healthy = async () => ({
    ok: true,
    status: 200,
    json: async () => ({ ok: true, product: 'legajo', version: '0.1.0', environment: 'local' }),
  });
  expect(await checkServer(healthy, 'http://intranet')).toMatchObject({ insecure: true });
  expect(await checkServer(healthy, 'http://localhost:4870')).toMatchObject({ insecure: false });
  expect(await checkServer(healthy, 'https://intranet')).toMatchObject({ insecure: false });
});

const storeWith = (values: Record<string, unknown>): Store => ({
  get: (key) => values[key],
  set: (key, value) => {
    values[key] = value;
  },
});

test('an edited or damaged settings file counts as not set', () => {
  const settings = createSettings(
    storeWith({ server: 'javascript:alert(1)', root: 7, theme: 'pink', window: { width: -1 } }),
    '/home/ana/Legajo',
    undefined,
  );
  expect(settings.all()).toEqual({
    server: null,
    root: null,
    proposedRoot: '/home/ana/Legajo',
    theme: 'auto',
    preferences: NO_PREFERENCES,
    can: { seeMetered: false, openAtLogin: false },
  });
  expect(settings.window()).toBeNull();
});

test('LEGAJO_SERVER holds until another server is chosen', () => {
  const store = storeWith({ server: 'https://old.example' });
  const settings = createSettings(store, '/home/ana/Legajo', 'http://127.0.0.1:4870/');
  expect(settings.all().server).toBe('http://127.0.0.1:4870');
  settings.setServer('https://new.example');
  expect(settings.all().server).toBe('https://new.example');
  expect(createSettings(store, '/home/ana/Legajo', undefined).all().server).toBe('https://new.example');
});

test('a preference that cannot be read costs only itself', () => {
  const store = storeWith({
    preferences: { limitUp: -3, limitDown: 250, ignore: ['*.bak', 'a/b'], pauseOnMetered: true },
  });
  const settings = createSettings(store, '/home/ana/Legajo', undefined);
  expect(settings.preferences()).toEqual({ ...NO_PREFERENCES, limitDown: 250, pauseOnMetered: true });
  settings.setPreferences({ limitUp: 100 });
  expect(settings.preferences()).toMatchObject({ limitUp: 100, limitDown: 250 });
});

test('another folder is begun anew; the first one, and the same again, are not', () => {
  const settings = createSettings(storeWith({}), '/home/ana/Legajo', undefined);
  settings.setRoot('/home/ana/Legajo');
  settings.setRoot('/home/ana/Legajo');
  expect(settings.startsOver()).toBe(false);
  settings.setRoot('/mnt/disco/Legajo');
  expect(settings.startsOver()).toBe(true);
  settings.hasStartedOver();
  expect(settings.startsOver()).toBe(false);
});
