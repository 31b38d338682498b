import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#shared/contract.ts';
import { TEST_PASSWORD, type TestPerson } from '../../../../../server/testing/factories.ts';
import type { TestClient } from '../../../../../server/testing/http.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

const MIB = 1 << 20;
const LARGE = 24 * MIB;
/** What may have to travel again after a cut: one request of an upload (docs/protocols/rest.md). */
const PART = 8 * MIB;
const large = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(LARGE)]);

describe('a line that breaks', () => {
  let world: FaultWorld;
  let ana: TestPerson;
  let browser: TestClient;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ({ person: ana, browser, desktop } = await world.join('Ana'));
  });

  afterAll(() => world?.close());

  const status = (wanted: string) =>
    eventually(
      () => desktop.runner.status === wanted,
      () => `${wanted}, not ${desktop.runner.status}\n${world.logs()}`,
    );

  test('cut in the middle of a download: it goes on from there by Range', {
    tags: 'sync-kill-in-download',
  }, async () => {
    world.line.forget();
    const cut = world.line.cutDown('versionContent', 16 * MIB);
    const { bytes } = await world.make('Plano.pdf', large());
    await cut.met;
    desktop.runner.wake();
    await world.arrives(desktop, 'Plano.pdf', bytes);
    await world.nothingLost();
    const ranges = world.line.callsTo('versionContent').map(({ range }) => range);
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
    expect(world.line.received('versionContent')).toBeLessThanOrEqual(bytes.length + PART);
  });

  test('cut in the middle of an upload: what the server has is not sent again', {
    tags: 'sync-kill-in-upload',
  }, async () => {
    world.line.forget();
    const bytes = large();
    const cut = world.line.cutUp('uploadPatch', 16 * MIB);
    await world.write(desktop, at('Memoria.pdf'), bytes);
    await cut.met;
    desktop.runner.wake();
    const versions = await world.versions('Memoria.pdf', 1);
    expect(versions.map(({ number, status: at }) => [number, at])).toEqual([[1, 'ready']]);
    await world.nothingLost();
    expect(world.line.callsTo('uploadHead').length).toBeGreaterThan(0);
    expect(world.line.sent('uploadPatch')).toBeLessThanOrEqual(bytes.length + PART);
  });

  test('cut in the middle of bundles: each file is there once, nothing is left over, and the next ones are smaller', async () => {
    const [count, size, until] = [20, 200_000, 700_000];
    const names = Array.from({ length: count }, (_, index) => `Foto ${index}.pdf`);
    world.line.forget();
    const cut = world.line.cutUp('recordsSend', until);
    await desktop.pause();
    for (const name of names) await world.write(desktop, at(name), randomBytes(size));
    await desktop.resume();
    await cut.met;
    desktop.runner.wake();
    for (const name of names) {
      const versions = await world.versions(name, 1);
      expect(versions.map(({ number, status: now }) => [number, now])).toEqual([[1, 'ready']]);
      expect((await world.recordsOf(name)).length).toBe(1);
    }
    await world.nothingLost();
    // Two were under way, of a MiB at most; what had come of them comes once more.
    expect(world.line.sent('recordsSend', 'uploadCreate')).toBeLessThan(count * size + 2 * MIB);
    const { incoming } = world.server.running.services.deps.storage;
    await expect.poll(() => readdirSync(incoming)).toEqual([]);
  });

  test('a server that is older than the call for small new files: they go up by its own calls', async () => {
    const names = ['Antiguo.pdf', 'Antiguo 2.pdf', 'Antiguo 3.pdf'];
    const body = JSON.stringify({ error: { code: 'not_found', message: 'No existe.' } });
    const headers = { 'content-type': 'application/json' };
    const old = world.line.answer('recordsSend', { status: 404, headers, body }, Number.POSITIVE_INFINITY);
    await desktop.pause();
    for (const name of names) await world.write(desktop, at(name), randomBytes(20_000));
    await desktop.resume();
    for (const name of names) expect((await world.versions(name, 1)).length).toBe(1);
    await world.write(desktop, at('Antiguo solo.pdf'), randomBytes(20_000));
    expect((await world.versions('Antiguo solo.pdf', 1)).length).toBe(1);
    expect(old.times, 'it is asked once').toBe(1);
    await world.nothingLost();

    old.lift();
    world.line.forget();
    await desktop.pause();
    await world.write(desktop, at('Actualizado.pdf'), randomBytes(20_000));
    await desktop.resume();
    expect((await world.versions('Actualizado.pdf', 1)).length).toBe(1);
    expect(world.line.callsTo('recordsSend').length, 'once more, for the server may be a newer one').toBe(1);
  });

  test('a server without room: an edit stays where it is, is listed, and goes up once there is some; others go on', async () => {
    const path = at('Sin espacio.pdf');
    await world.write(desktop, path, randomBytes(20_000));
    await world.versions('Sin espacio.pdf', 1);
    const said = { code: 'storage_full', message: 'No queda espacio en el servidor para este archivo.' };
    const answer = {
      status: 507,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: said }),
    };
    const full = world.line.answer('versionSend', answer, Number.POSITIVE_INFINITY);
    const edited = randomBytes(20_000);
    await world.write(desktop, path, edited);
    await full.met;
    await eventually(
      () => desktop.engine.blocked.find((item) => item.path === path)?.message === said.message,
      () => `it to be listed: ${JSON.stringify(desktop.engine.blocked)} ${world.logs()}`,
    );
    expect(await desktop.read(path)).toEqual(edited);
    await world.write(desktop, at('Con espacio.pdf'), randomBytes(20_000));
    await world.versions('Con espacio.pdf', 1);
    full.lift();
    for (const { key } of desktop.engine.blocked) await desktop.engine.resolveBlocked(key, 'retry');
    desktop.runner.wake();
    await world.versions('Sin espacio.pdf', 2);
    await world.nothingLost();
  });

  test('kill -9 in the middle of a large upload: at most a part of it is sent again', {
    tags: 'sync-kill-in-upload',
  }, async () => {
    const person = await world.person('Luis');
    const other = await TestDesktop.make({ url: world.line.url }, person.email, TEST_PASSWORD);
    const run = () =>
      spawn(
        process.execPath,
        [
          join(import.meta.dirname, '../../host/cli/cli.ts'),
          ...['--server', world.line.url, '--root', other.root, '--user', person.email],
          ...['--state', `${other.root}.state`, '--settle', '100', '--unfinished', '0', '--once'],
        ],
        { env: { ...process.env, LEGAJO_PASSWORD: TEST_PASSWORD }, stdio: 'ignore' },
      );
    const ended = (child: ChildProcess) =>
      new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    try {
      world.line.forget();
      const bytes = large();
      await world.write(other, at('Respaldo.pdf'), bytes);
      const stalled = world.line.stallUp('uploadPatch', 16 * MIB);
      const first = run();
      const gone = ended(first);
      await stalled.met;
      first.kill('SIGKILL');
      await gone;
      const before = world.line.sent('uploadPatch');
      expect(before).toBeLessThan(bytes.length);
      expect(await ended(run())).toBe(0);
      expect(world.line.sent('uploadPatch')).toBeLessThanOrEqual(bytes.length + PART);
      expect((await world.versions('Respaldo.pdf', 1)).length).toBe(1);
      expect((await world.recordsOf('Respaldo.pdf')).length).toBe(1);
      await world.nothingLost();
    } finally {
      await other.stop();
    }
  });

  test.each([
    [503, 'recordsSend'],
    [429, 'recordsSend'],
    [503, 'changes'],
  ] as const)('%i once to %s: it comes back when it was asked to', async (code, call) => {
    world.line.forget();
    const name = `Aviso ${code} ${call}.txt`;
    const busy = world.line.answer(call, { status: code, headers: { 'retry-after': '1' }, body: 'busy' });
    await world.write(desktop, at(name), name);
    if (call === 'changes') desktop.runner.lookEverywhere();
    await busy.met;
    await status('offline');
    expect((await world.versions(name, 1)).length).toBe(1);
    await world.nothingLost();
    if (call === 'changes') return;
    const [first, second] = world.line.callsTo(call as EndpointName);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test('no line at all: what was done meanwhile on both sides is there afterwards', async () => {
    await world.write(desktop, at('Acta.txt'), 'acta, primera');
    await world.versions('Acta.txt', 1);
    await world.rest(desktop);
    world.line.off();
    await world.write(desktop, at('Acta.txt'), 'acta, escrita sin conexión');
    await world.write(desktop, at('Obras/Nota.txt'), 'nota, escrita sin conexión');
    desktop.runner.lookEverywhere();
    await status('offline');
    const { bytes } = await world.make('Circular.pdf', Buffer.from('circular de otra persona'));
    expect((await world.versionsOf('Acta.txt')).length).toBe(1);
    world.line.on();
    desktop.runner.wake();
    await world.arrives(desktop, 'Circular.pdf', bytes);
    await world.versions('Acta.txt', 2);
    await world.versions('Nota.txt', 1);
    await world.nothingLost();
  });

  test('paused while an upload and a download are under way: both stop at once, and go on later', async () => {
    const up = world.line.hold('uploadPatch');
    await world.write(desktop, at('Video.pdf'), large());
    await up.met;
    desktop.runner.pause();
    await status('paused');
    world.line.forget();
    up.release();
    const down = world.line.hold('versionContent');
    const { bytes } = await world.make('Boletín.pdf', large());
    expect(world.line.calls.filter(({ name }) => name !== 'signIn')).toEqual([]);
    desktop.runner.resume();
    await world.versions('Video.pdf', 1);
    await down.met;
    desktop.runner.pause();
    await status('paused');
    down.release();
    expect(await desktop.read(at('Boletín.pdf'))).toBeUndefined();
    desktop.runner.resume();
    await world.arrives(desktop, 'Boletín.pdf', bytes);
    await world.nothingLost();
    expect((await world.versionsOf('Video.pdf')).length).toBe(1);
  });

  test('revoked while an upload is under way: it stops, says so, and the files stay', async () => {
    const other = await world.desktop(ana);
    await world.arrives(other, 'Circular.pdf', Buffer.from('circular de otra persona'));
    await world.rest(other);
    desktop.runner.pause();
    const held = world.line.hold('recordsSend');
    await world.write(other, at('Última.txt'), 'lo último que se escribió aquí');
    await held.met;
    await browser.ok('clientDelete', { params: { id: other.clientId } });
    await eventually(
      () => other.runner.problem?.code === 'revoked',
      () => world.logs(),
    );
    const before = await other.documents();
    other.runner.lookEverywhere();
    held.release();
    await other.pause();
    expect(await other.documents()).toEqual(before);
    expect(before).toContain(at('Última.txt'));
    expect(await world.versionsOf('Última.txt')).toEqual([]);
    desktop.runner.resume();
    await world.nothingLost();
  });

  test('revoked while it was not connected: its session is over when it is back, and the files stay', async () => {
    const other = await world.desktop(ana);
    await world.arrives(other, 'Circular.pdf', Buffer.from('circular de otra persona'));
    await world.rest(other);
    world.line.off();
    await world.write(other, at('Después.txt'), 'escrito después de que lo desvincularan');
    await browser.ok('clientDelete', { params: { id: other.clientId } });
    world.line.on();
    await eventually(
      () => {
        other.runner.wake();
        return other.runner.problem?.code === 'unauthenticated';
      },
      () => `${JSON.stringify(other.runner.problem)}\n${world.logs()}`,
    );
    await other.pause();
    expect(await other.documents()).toContain(at('Después.txt'));
    expect(await world.versionsOf('Después.txt')).toEqual([]);
    desktop.runner.wake();
    await world.nothingLost();
  });
});
