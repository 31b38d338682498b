import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDocument } from '../../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary } from '../../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../../server/testing/http.ts';
import { HttpClient } from '../../adapters/http/http-client.ts';
import { Network } from '../../adapters/network.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { startProxy } from '../../testing/proxy.ts';

/** What is let through before the limit bites, in kB at 300 kB/s (adapters/http/bandwidth.ts). */
const BURST = 75;
const LIMIT = 300;
/** kB */
const FILE = 600;
const pdf = (kilobytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(kilobytes * 1000)]);
/** No transfer of so much may take less than this, in milliseconds: a busy machine may take longer. */
const least = (kilobytes: number) => ((kilobytes - BURST) / LIMIT) * 1000;

describe('what its person, or the system, wants of the engine while it runs', () => {
  let server: TestServer;
  let library: TestLibrary;
  let browser: TestClient;
  let desktop: TestDesktop;
  let network: Network;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const path = (name: string) => `Andes/Calidad/${name}`;
  const log = () => desktop.log.join('\n');

  beforeAll(async () => {
    server = await startTestServer();
    proxy = await startProxy();
    const { make } = server;
    const place = await make.workplace();
    library = place.library;
    const ana = await make.person(place.organization, { libraries: [[library, ['upload']]] });
    browser = await server.signIn(ana.email);
    network = new Network(server.url);
    network.setProxy(proxy.url);
    desktop = await TestDesktop.start(server, ana.email, TEST_PASSWORD, {}, network);
  });
  afterAll(async () => {
    await desktop?.stop();
    await proxy?.stop();
    await server?.stop();
  });

  const made = async (name: string, kilobytes: number) => {
    const bytes = pdf(kilobytes);
    await makeDocument(server, browser, library, { bytes, file: { name, type: 'application/pdf' } });
    return bytes;
  };
  /** Milliseconds from the first step of one kind to the last of the other. */
  const took = (from: string, to: string): number => {
    const first = desktop.steps.find(({ type }) => type === from);
    const last = desktop.steps.findLast(({ type }) => type === to);
    return (last?.at ?? 0) - (first?.at ?? 0);
  };
  const arrived = (name: string, bytes: Buffer) =>
    eventually(async () => (await desktop.read(path(name)))?.equals(bytes), log);

  test('two uploads share the limit, and all of their bytes go through the proxy', async () => {
    network.setLimits({ up: LIMIT, down: 0 });
    desktop.steps.length = 0;
    const before = proxy.sent();
    const began = Date.now();
    for (const name of ['Uno.pdf', 'Dos.pdf']) await desktop.write(path(name), pdf(FILE / 2));
    await eventually(() => desktop.activity.filter(({ kind }) => kind === 'created').length === 2, log);
    expect(proxy.sent() - before).toBeGreaterThanOrEqual(FILE * 1000);
    expect(Date.now() - began).toBeGreaterThanOrEqual(least(FILE));
    expect(proxy.calls).toContain('POST /api/docs/send');
    // The socket: a proxy hands no "upgrade" on, so it has a tunnel.
    expect(proxy.tunnels).toContain(new URL(server.url).host);
  });

  test('a download is held to its limit, which ends at once when it is taken away', async () => {
    network.setLimits({ up: 0, down: LIMIT });
    desktop.steps.length = 0;
    await arrived('Plano.pdf', await made('Plano.pdf', FILE));
    // The file lies there before anybody is told.
    await eventually(() => desktop.steps.some(({ type }) => type === 'downloaded'), log);
    expect(took('downloading', 'downloaded')).toBeGreaterThanOrEqual(least(FILE));

    // 600 kB at 1 kB/s would take ten minutes: far beyond what a test may.
    network.setLimits({ up: 0, down: 1 });
    desktop.steps.length = 0;
    const slow = await made('Lento.pdf', FILE);
    await eventually(() => desktop.steps.some(({ type }) => type === 'downloading'), log);
    network.setLimits({ up: 0, down: 0 });
    await arrived('Lento.pdf', slow);
  });

  test('other calls are never held up', async () => {
    const slow = new Network(server.url);
    slow.down.setRate(1);
    slow.up.setRate(1);
    // Hundreds of bytes: at one a second this would never end.
    const http = new HttpClient(server.url, { token: async () => browser.token ?? '' }, slow);
    expect((await http.call('session', {})).organization.name).toBe('Andes');
  });

  test('an encrypted server is reached by a tunnel, and never directly', async () => {
    const through = new Network('https://legajo.invalid');
    through.setProxy(proxy.url);
    const http = new HttpClient('https://legajo.invalid', { token: async () => 'x' }, through);
    await expect(http.call('session', {})).rejects.toMatchObject({ kind: 'offline' });
    expect(proxy.tunnels).toContain('legajo.invalid:443');
  });

  test('on a metered network what is on its way stops, and goes on when its person says so', async () => {
    const { runner } = desktop;
    network.setLimits({ up: 0, down: 50 });
    desktop.steps.length = 0;
    const bytes = await made('Medido.pdf', FILE);
    await eventually(() => desktop.steps.some(({ type }) => type === 'downloading'), log);
    runner.setMetered(true);
    await eventually(() => runner.status === 'paused', log);
    expect(runner.pausedBy).toBe('metered');
    expect(await desktop.read(path('Medido.pdf'))).toBeUndefined();
    network.setLimits({ up: 0, down: 0 });
    runner.resume();
    await arrived('Medido.pdf', bytes);

    // "For this time": the next metered network pauses again, and the next free one goes on by itself.
    runner.setMetered(false);
    runner.setMetered(true);
    await eventually(() => runner.status === 'paused', log);
    runner.setMetered(false);
    await eventually(() => runner.status === 'online', log);
  });

  test('what one’s own patterns cover stays as it is on both sides, and is compared again when they go', async () => {
    const { engine } = desktop;
    const draft = await made('Borrador uno.pdf', 1);
    await arrived('Borrador uno.pdf', draft);
    const { items } = await browser.ok('recordSearch', { query: { group: library.id, text: 'Borrador' } });
    const record = items.find(({ name }) => name === 'Borrador uno.pdf')?._id ?? '';
    const versions = async () => (await browser.ok('versionsByRecord', { params: { id: record } })).length;
    const held = () => engine.blocked.map(({ path: at, reason }) => `${at} ${reason}`);

    engine.ignore(['borrador*']);
    desktop.runner.wake();
    const edited = Buffer.concat([draft, Buffer.from('corregido')]);
    await desktop.write(path('Borrador uno.pdf'), edited);
    await desktop.write(path('Borrador dos.pdf'), pdf(1));
    const { counts, files } = await engine.countIgnored(['borrador*', '*.xyz']);
    expect([counts, files > 2]).toEqual([[2, 0], true]);
    // Cycles go by: what others send comes, and what was written beside is taken up.
    await arrived('Otro.pdf', await made('Otro.pdf', 1));
    await desktop.write(path('Nuevo.pdf'), pdf(1));
    await eventually(() => desktop.activity.some(({ path: at }) => at === path('Nuevo.pdf')), log);
    expect([await versions(), held(), engine.question]).toEqual([1, [], undefined]);
    expect((await desktop.read(path('Borrador uno.pdf')))?.equals(edited)).toBe(true);
    expect(engine.memory.content.synced.get(record)).toMatchObject({ stopped: false });

    engine.ignore([]);
    desktop.runner.wake();
    await eventually(async () => (await versions()) === 2, log);
    await eventually(() => desktop.activity.some(({ path: at }) => at === path('Borrador dos.pdf')), log);
  });
});
