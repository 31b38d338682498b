import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DebUpdater } from 'electron-updater/out/DebUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UpdateState } from '#shared/ipc/update.ts';
import { publicKeyOf, signFeed } from './feed.ts';
import { SignedProvider } from './signed-provider.ts';
import { createUpdates, type Updater } from './updates.ts';

/** electron-updater itself, against a folder of files that a real server serves; only Electron's network is Node's. */
class NodeExecutor extends ElectronHttpExecutor {
  // biome-ignore lint/suspicious/noExplicitAny: the library's own signature
  override createRequest(options: RequestOptions, callback: (response: any) => void): any {
    return httpRequest(options, callback);
  }
  override addRedirectHandlers(): void {
    // Node's requests follow none by themselves.
  }
}

const keys = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

const own = keys();
const INSTALLER = randomBytes(300_000);
const NAME = 'legajo_1.2.0_amd64.deb';

interface Feed {
  readonly version?: string;
  readonly url?: string;
  readonly sha512?: string;
  readonly more?: string;
}
const feedOf = ({ version = '1.2.0', url = NAME, sha512, more = '' }: Feed = {}): string => {
  const hash = sha512 ?? createHash('sha512').update(INSTALLER).digest('base64');
  return `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: ${hash}\n    size: ${INSTALLER.length}\n${more}releaseDate: '2026-11-22T00:00:00.000Z'\n`;
};

let origin: string;
let folder: string;
let answer: string | null;
let asked: string[];
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
  asked.push(path);
  if (path === '/desktop/latest-linux.yml' && answer !== null) response.end(answer);
  else if (path === `/desktop/${NAME}`) response.end(INSTALLER);
  else response.writeHead(404).end();
});
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-updates-'));
  asked = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An installed Legajo 1.1.0 that came as a .deb. */
function installed() {
  const order: string[] = [];
  class Recorded extends DebUpdater {
    override quitAndInstall(): void {
      order.push('install');
    }
  }
  const load = async (): Promise<Updater> => {
    await writeFile(join(folder, 'app-update.yml'), 'updaterCacheDirName: legajo-updater\n');
    const updater = new Recorded(null, {
      version: '1.1.0',
      name: 'Legajo',
      isPackaged: true,
      appUpdateConfigPath: join(folder, 'app-update.yml'),
      userDataPath: folder,
      baseCachePath: folder,
      whenReady: () => Promise.resolve(),
      relaunch: () => undefined,
      quit: () => undefined,
      onQuit: () => undefined,
    });
    Object.assign(updater, { httpExecutor: new NodeExecutor(), logger: null, autoInstallOnAppQuit: false });
    // The library names its feed by the platform; these tests have one.
    Object.assign(updater, { _testOnlyOptions: { platform: 'linux', isUseDifferentialDownload: false } });
    updater.setFeedURL({
      provider: 'custom',
      updateProvider: SignedProvider,
      url: `${origin}/desktop`,
      publicKey: publicKeyOf(own),
    });
    return updater as unknown as Updater;
  };
  const states: UpdateState[] = [];
  const warnings: string[] = [];
  const updates = createUpdates({
    load,
    onState: (state) => states.push(state),
    stop: async () => void order.push('stop'),
    goOn: () => void order.push('go on'),
    log: { warn: (message) => warnings.push(message) },
  });
  const settled = async (): Promise<UpdateState['status']> => {
    await updates.check(false);
    await expect.poll(() => updates.state().status).not.toMatch(/checking|downloading/);
    return updates.state().status;
  };
  return { updates, settled, order, states, warnings };
}

test('a newer version is downloaded in the background, and installed only after the engine has stopped', async () => {
  answer = signFeed(feedOf(), own);
  const app = installed();
  await expect(app.updates.install()).rejects.toMatchObject({ code: 'no_update' });
  expect(await app.settled()).toBe('ready');
  expect(app.updates.state().version).toBe('1.2.0');
  expect((await readFile(join(folder, 'legajo-updater/pending', NAME))).equals(INSTALLER)).toBe(true);
  expect(app.states.map(({ status }) => status)).toEqual(['checking', 'downloading', 'ready']);
  expect(app.order).toEqual([]);
  await app.updates.install();
  expect(app.order).toEqual(['stop', 'install']);
  await expect(app.updates.install()).rejects.toMatchObject({ code: 'no_update' });
});

test.each([
  ['the same version', { version: '1.1.0' }],
  ['an older one: nobody is taken back to a version with a hole', { version: '1.0.9' }],
  ['a stage that nobody is in yet', { more: 'stagingPercentage: 0\n' }],
])('%s is no update', { tags: 'desktop-updates' }, async (_case, feed) => {
  answer = signFeed(feedOf(feed), own);
  const app = installed();
  expect(await app.settled()).toBe('current');
  expect(asked).toEqual(['/desktop/latest-linux.yml']);
});

test('a stage that everybody is in is an update', async () => {
  answer = signFeed(feedOf({ more: 'stagingPercentage: 100\n' }), own);
  expect(await installed().settled()).toBe('ready');
});

test('an installer with another hash is refused, and does not stay', {
  tags: 'desktop-updates',
}, async () => {
  answer = signFeed(feedOf({ sha512: createHash('sha512').update('other').digest('base64') }), own);
  const app = installed();
  expect(await app.settled()).toBe('failed');
  await expect(readFile(join(folder, 'legajo-updater/pending', NAME))).rejects.toThrow('ENOENT');
  await expect(app.updates.install()).rejects.toMatchObject({ code: 'no_update' });
});

const signed = () => signFeed(feedOf(), own);
test.each([
  ['without a signature', () => feedOf()],
  ['signed by another key', () => signFeed(feedOf(), keys())],
  ['changed after it was signed', () => signed().replace('1.2.0', '1.3.0')],
  ['with something after its signature', () => `${signed()}version: 9.9.9\n`],
  ['with two documents', () => signFeed(`${feedOf()}---\nversion: 9.9.9\n`, own)],
  ['that is a page', () => '<!doctype html><title>Inicia sesión</title>'],
  ['that is a page with a mark', () => `<html>\n# legajo-signature: ${'A'.repeat(86)}==\n`],
  ['that is empty', () => ''],
  ['that is far too long', () => signFeed(`${feedOf()}# ${'x'.repeat(70_000)}\n`, own)],
  ['of another origin', () => signFeed(feedOf({ url: 'https://elsewhere.test/legajo.deb' }), own)],
  ['of another folder', () => signFeed(feedOf({ url: '../legajo.deb' }), own)],
  ['with a name for a shell', () => signFeed(feedOf({ url: '"a\';reboot;\'.deb"' }), own)],
  ['without a hash', () => signFeed('version: 1.2.0\nfiles:\n  - url: legajo.deb\n', own)],
  ['with a version that is none', () => signFeed(feedOf({ version: 'latest' }), own)],
])('a feed %s is refused, and no installer asked for', { tags: 'desktop-updates' }, async (_case, made) => {
  answer = made();
  const app = installed();
  expect(await app.settled()).toBe('failed');
  expect(asked).toEqual(['/desktop/latest-linux.yml']);
  expect(app.warnings.join()).not.toContain('undefined');
});

test('where nothing is published, or nobody answers, it is asked again later', async () => {
  answer = null;
  const app = installed();
  expect(await app.settled()).toBe('failed');
  answer = signed();
  expect(await app.settled()).toBe('ready');
});

test('a build without an address asks nobody, and says so to who asks', async () => {
  const states: UpdateState[] = [];
  const updates = createUpdates({
    load: null,
    onState: (state) => states.push(state),
    stop: () => Promise.resolve(),
    goOn: () => undefined,
    log: { warn: () => undefined },
  });
  updates.start();
  expect(states).toEqual([]);
  expect(await updates.check(true)).toEqual({ status: 'off', version: null, asked: true });
});
