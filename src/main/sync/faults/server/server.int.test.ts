import { execFile } from 'node:child_process';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer as startProcess } from '../../../../../e2e/fixtures/server.ts';
import { loadConfig } from '../../../../../server/config.ts';
import { startServer } from '../../../../../server/container.ts';
import { openDatabase } from '../../../../../server/platform/db/client.ts';
import { sha256Of, someBytes } from '../../../../../server/testing/documents.ts';
import { createFactories, TEST_PASSWORD, type TestPerson } from '../../../../../server/testing/factories.ts';
import { createTestClient, type TestClient } from '../../../../../server/testing/http.ts';
import { placeTestDatabase } from '../../../../../server/testing/test-database.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { at } from '../../testing/fault-world.ts';
import { FaultyLine } from '../../testing/faulty-line.ts';
import { Ledger } from '../../testing/ledger.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const ROLES = ['upload', 'review', 'publish'] as const;

describe('a server process that goes back, or goes down', () => {
  let dataDir: string;
  let url = 'http://127.0.0.1:0';
  let stop: () => Promise<void>;
  let server: RunningServer | undefined;
  let line: FaultyLine;
  let ledger: Ledger;
  let witness: TestPerson;
  let anas: TestDesktop;
  let luis: TestDesktop;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'legajo-back-'));
    await placeTestDatabase(dataDir);
    const database = await openDatabase({ dataDir });
    const make = createFactories(database.db);
    const { organization, library } = await make.workplace();
    witness = await make.person(organization, { isAdmin: true, libraries: [[library, ROLES]] });
    const [ana, other] = await Promise.all(
      ['Ana', 'Luis'].map((firstname) =>
        make.person(organization, { firstname, libraries: [[library, ['upload']]] }),
      ),
    );
    await database.close();
    await startHere();
    line = await FaultyLine.open(() => url);
    ledger = new Ledger(line, await signIn(), [library.id]);
    anas = await ledger.desktop(ana as TestPerson);
    luis = await ledger.desktop(other as TestPerson);
  });

  afterAll(async () => {
    await ledger?.stopDesktops();
    await line?.close();
    await stop?.();
    await server?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const env = () => ({ DATA_DIR: dataDir, DEMO: 'no', LOG_LEVEL: 'error', FILE_TEXTS: 'no' });

  /** In this process, which is quicker. */
  async function startHere(): Promise<void> {
    const { port } = new URL(url);
    const running = await startServer(loadConfig({ ...env(), OCR: 'no', OPEN: 'no', PORT: port }));
    url = running.address;
    stop = () => running.stop();
    if (ledger) ledger.witness = await signIn();
  }

  /** On the same port, as a process of its own. */
  async function start(): Promise<void> {
    server = await startProcess({ ...env(), PORT: new URL(url).port });
    stop = async () => undefined;
    ledger.witness = await signIn();
  }

  async function signIn(): Promise<TestClient> {
    const body = { email: witness.email, password: TEST_PASSWORD, client: 'api' as const };
    const tokens = await createTestClient(() => url).ok('signIn', { body });
    if ('challenge' in tokens) throw new Error('a challenge was not expected');
    return createTestClient(() => url, tokens);
  }

  const has = (desktop: TestDesktop, path: string, content: string) =>
    eventually(
      async () => String(await desktop.read(at(path))) === content,
      async () => `${path}: ${await desktop.documents()}\n${ledger.logs()}`,
    );
  const both = async (path: string, content: string) => {
    for (const desktop of [anas, luis]) await has(desktop, path, content);
  };

  test('restored by somebody who forgot to reset the cursors: what is newer stays here, and waits for its person', {
    tags: 'sync-backup-restored',
  }, async () => {
    await ledger.write(anas, at('Minuta.txt'), 'minuta');
    await ledger.versions('Minuta.txt', 1);
    await both('Minuta.txt', 'minuta');
    await stop();
    await cp(join(dataDir, 'db'), join(dataDir, 'earlier'), { recursive: true });
    await startHere();
    await ledger.write(anas, at('Después.txt'), 'después del respaldo');
    await ledger.versions('Después.txt', 1);
    await both('Después.txt', 'después del respaldo');
    await stop();
    await rm(join(dataDir, 'db'), { recursive: true });
    await cp(join(dataDir, 'earlier'), join(dataDir, 'db'), { recursive: true });
    await startHere();
    for (const desktop of [anas, luis]) {
      desktop.runner.lookEverywhere();
      await eventually(
        () => desktop.engine.blocked.some(({ reason }) => reason === 'gone-after-restore'),
        () => ledger.logs(),
      );
      expect(String(await desktop.read(at('Después.txt')))).toBe('después del respaldo');
    }
    for (const desktop of [anas, luis]) {
      // The second knows the document that the first has made: its place is said to be taken too.
      if (desktop === luis)
        await eventually(
          () => luis.engine.blocked.some(({ reason }) => reason === 'occupied'),
          () => ledger.logs(),
        );
      const item = desktop.engine.blocked.find(({ reason }) => reason === 'gone-after-restore');
      await desktop.engine.resolveBlocked(item?.key ?? '', 'create');
      desktop.runner.lookEverywhere();
      await ledger.versions('Después.txt', 1);
      await ledger.rest(desktop);
    }
    await ledger.nothingLost();
    expect((await ledger.recordsOf('Después.txt')).length).toBe(1);
  });

  test('restored from a backup: nothing newer is overwritten or removed, its bytes are sent again', {
    tags: 'sync-backup-restored',
  }, async () => {
    await ledger.write(anas, at('Acta.txt'), 'acta, primera');
    await ledger.write(anas, at('Bases.txt'), 'bases');
    await ledger.write(anas, at('Contrato.txt'), 'contrato');
    for (const name of ['Acta.txt', 'Bases.txt', 'Contrato.txt']) await ledger.versions(name, 1);
    await both('Contrato.txt', 'contrato');
    await ledger.nothingLost();

    await stop();
    await cp(join(dataDir, 'db'), join(dataDir, 'backup'), { recursive: true });
    await startHere();
    for (const desktop of [anas, luis]) desktop.runner.lookEverywhere();

    await ledger.write(anas, at('Acta.txt'), 'acta, segunda, después del respaldo');
    await ledger.write(anas, at('Detalle.txt'), 'detalle, después del respaldo');
    for (const [name, count] of [
      ['Acta.txt', 2],
      ['Detalle.txt', 1],
    ] as const)
      await ledger.versions(name, count);
    luis.runner.lookEverywhere();
    await both('Acta.txt', 'acta, segunda, después del respaldo');
    await both('Detalle.txt', 'detalle, después del respaldo');
    await rename(luis.path(at('Bases.txt')), luis.path(at('Bases 2026.txt')));
    await ledger.versions('Bases 2026.txt', 1);
    anas.runner.lookEverywhere();
    await both('Bases 2026.txt', 'bases');
    await ledger.nothingLost();

    await stop();
    await ledger.write(luis, at('Contrato.txt'), 'contrato, corregido mientras no había servidor');
    await rm(join(dataDir, 'db'), { recursive: true });
    await cp(join(dataDir, 'backup'), join(dataDir, 'db'), { recursive: true });
    await promisify(execFile)(process.execPath, [join(ROOT, 'server/reset-cursors.ts')], {
      env: { ...process.env, ...env() },
    });
    await start();
    for (const desktop of [anas, luis]) desktop.runner.lookEverywhere();

    // The newer edit is a version again, though the server had forgotten it.
    const newer = sha256Of(Buffer.from('acta, segunda, después del respaldo'));
    await eventually(
      async () => (await ledger.versionsOf('Acta.txt')).some((each) => each.current && each.sha256 === newer),
      () => ledger.logs(),
    );
    await ledger.versions('Contrato.txt', 2);
    for (const desktop of [anas, luis]) desktop.runner.lookEverywhere();
    await both('Acta.txt', 'acta, segunda, después del respaldo');
    await both('Contrato.txt', 'contrato, corregido mientras no había servidor');
    // A document that the server does not know waits for its person, on each disk that has it.
    for (const desktop of [anas, luis]) {
      await eventually(
        () => desktop.engine.blocked.some(({ reason }) => reason === 'gone-after-restore'),
        () => ledger.logs(),
      );
      expect(String(await desktop.read(at('Detalle.txt')))).toBe('detalle, después del respaldo');
    }
    expect(await ledger.recordsOf('Detalle.txt')).toEqual([]);
    for (const desktop of [anas, luis]) {
      const [item] = desktop.engine.blocked.filter(({ reason }) => reason === 'gone-after-restore');
      await desktop.engine.resolveBlocked(item?.key ?? '', 'create');
      desktop.runner.lookEverywhere();
      await ledger.versions('Detalle.txt', 1);
      await ledger.rest(desktop);
    }
    await ledger.nothingLost();
    expect((await ledger.recordsOf('Detalle.txt')).length).toBe(1);
    // Both desktops may have sent the same bytes at once; that is no conflict.
    const acta = await ledger.versionsOf('Acta.txt');
    expect(acta.filter(({ conflict, settled }) => conflict && !settled)).toEqual([]);
    expect((await ledger.versionsOf('Contrato.txt')).length).toBe(2);
  });

  test('killed while ten uploads are in flight: each document is there once, and whole', {
    tags: 'sync-kill-in-upload',
  }, async () => {
    if (!server) {
      await stop();
      await start();
    }
    const names = Array.from({ length: 10 }, (_, index) => `Plano ${index}.pdf`);
    line.forget();
    await anas.pause();
    for (const name of names) await ledger.write(anas, at(name), someBytes(1_000_000));
    const held = [line.hold('recordsSend')];
    await anas.resume();
    // Some are there, the others hang on the line.
    for (const each of held) await each.met;
    await eventually(
      () => line.callsTo('recordsSend').some(({ status }) => status === 200),
      () => ledger.logs(),
    );
    await server?.kill();
    for (const each of held) each.release();
    await start();
    anas.runner.wake();
    for (const name of names) {
      const versions = await ledger.versions(name, 1);
      expect(versions.map(({ number, status }) => [number, status])).toEqual([[1, 'ready']]);
      expect((await ledger.recordsOf(name)).length).toBe(1);
    }
    // Its channel may be slow to come back: it looks when it is told to.
    luis.runner.lookEverywhere();
    await eventually(
      async () => (await luis.documents()).filter((path) => path.includes('Plano ')).length === 10,
      () => ledger.logs(),
    );
    await ledger.nothingLost();
    for (const name of names) expect(await luis.read(at(name))).toEqual(await anas.read(at(name)));
  });
});
