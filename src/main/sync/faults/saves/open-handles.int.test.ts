import { existsSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { addVersion, makeDocument, sha256Of } from '../../../../../server/testing/documents.ts';
import { DEFAULT_RETENTION } from '../../engine/replaced/replaced-retention.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, type Made } from '../../testing/disk-world.ts';
import { FaultWorld } from '../../testing/fault-world.ts';

const sha = (text: string) => sha256Of(Buffer.from(text));
const asideOf = (desktop: TestDesktop) => readdir(desktop.path('.legajo/aside')).catch(() => []);
/** As if seven days had passed: what is not held goes with the next full look. */
const NO_TIME = { ...DEFAULT_RETENTION, keepMs: 0, withdrawnMs: 0 };
const isLinux = process.platform === 'linux';

/** Programs without lock files that keep a document open while another version comes (decision 0033). */
describe('a save through a handle that stays open', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let writer: FileHandle | undefined;
  const at = (name: string) => world.path(name);
  const shas = async (name: string) =>
    (await world.versions(name)).map(({ number, conflict, sha256 }) => [number, conflict, sha256]);

  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ replaced: NO_TIME, versionDistanceMs: 700 });
  });
  afterEach(async () => {
    await writer?.close();
    writer = undefined;
    for (const { key } of desktop.engine.conflicts.open) await desktop.engine.resolveBlocked(key, 'keep');
    await world.rests(desktop);
    await world.nothingLost();
    await world.nothingHalf(desktop);
  });
  afterAll(() => world?.stop());

  /** A document that a program has opened, and that has another version by now. */
  async function replaced(name: string): Promise<Made> {
    const document = await world.document(name, `${name}, primero`);
    await eventually(() => desktop.read(at(name)), 'the first copy');
    await world.rests(desktop);
    writer = await open(desktop.path(at(name)), 'r+');
    await world.edit(document, `${name}, segundo`);
    await eventually(async () => String(await desktop.read(at(name))) === `${name}, segundo`, 'the second');
    return document;
  }

  const saved = async (name: string, text: string) => {
    await writer?.truncate(0);
    await writer?.write(world.wrote(text, name), 0, undefined, 0);
  };

  test.runIf(isLinux)('…and that writes after everything else was dropped: a conflict version', async () => {
    await replaced('Memoria.pdf');
    // Its time has passed long since, and it was looked at again and again.
    for (let look = 0; look < 3; look += 1) await world.rests(desktop);
    expect(await asideOf(desktop)).toHaveLength(1);
    await saved('Memoria.pdf', 'lo que la persona guardó después');
    await world.rests(desktop, ['conflict']);
    expect(await shas('Memoria.pdf')).toContainEqual([3, true, sha('lo que la persona guardó después')]);
    expect(String(await desktop.read(at('Memoria.pdf')))).toBe('Memoria.pdf, segundo');
    const path = at('Memoria.pdf');
    expect(desktop.activity).toContainEqual(expect.objectContaining({ kind: 'conflict', path }));
    expect(desktop.engine.conflicts.open).toMatchObject([{ path, reason: 'conflict' }]);
    // Nobody has it open, and the server has what is in it.
    await writer?.close();
    writer = undefined;
    await eventually(async () => {
      desktop.runner.lookEverywhere();
      return (await asideOf(desktop)).length === 0;
    }, 'it to be dropped');
  });

  test.runIf(isLinux)('…is seen at once, without a full look', async () => {
    await replaced('Aviso.pdf');
    await world.rests(desktop);
    await saved('Aviso.pdf', 'avisado por el sistema');
    await eventually(async () => (await shas('Aviso.pdf')).length === 3, 'the version');
    expect((await shas('Aviso.pdf')).at(-1)).toEqual([3, true, sha('avisado por el sistema')]);
  });

  test('…twice: both are kept, each on the version that was edited', async () => {
    await replaced('Bitácora.pdf');
    for (const text of ['una vez', 'otra vez']) {
      await saved('Bitácora.pdf', text);
      await eventually(async () => {
        desktop.runner.lookEverywhere();
        return (await shas('Bitácora.pdf')).some(([, , sha256]) => sha256 === sha(text));
      }, text);
    }
    expect((await shas('Bitácora.pdf')).map(([number, conflict]) => [number, conflict])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, true],
    ]);
  });

  test('…while the engine is stopped', async () => {
    await replaced('Libro.pdf');
    await desktop.pause();
    await saved('Libro.pdf', 'sin el programa de sincronización');
    await desktop.resume();
    await world.rests(desktop, ['conflict']);
    expect(await shas('Libro.pdf')).toContainEqual([3, true, sha('sin el programa de sincronización')]);
  });

  test.runIf(isLinux)('…into a document that was deleted at the server: it is in Retirados', async () => {
    const { record } = await replaced('Carta.pdf');
    await writer?.close();
    writer = await open(desktop.path(at('Carta.pdf')), 'r+');
    await world.browser.ok('recordDelete', { params: { id: record } });
    await eventually(() => !existsSync(desktop.path(at('Carta.pdf'))), 'the copy to go');
    for (let look = 0; look < 3; look += 1) await world.rests(desktop);
    await saved('Carta.pdf', 'carta, a pesar de todo');
    await world.rests(desktop);
    expect(String(await desktop.read('Andes/Retirados/Calidad/Carta.pdf'))).toBe('carta, a pesar de todo');
  });

  test('nothing is written into it: it is dropped, also after a restart, and makes no version', async () => {
    await replaced('Norma.pdf');
    await writer?.close();
    writer = undefined;
    await desktop.pause();
    await desktop.resume();
    await eventually(async () => {
      desktop.runner.lookEverywhere();
      return (await asideOf(desktop)).length === 0;
    }, 'it to be dropped');
    expect(await shas('Norma.pdf')).toHaveLength(2);
  });
});

describe('how many replaced files are kept', () => {
  let world: DiskWorld;
  beforeAll(async () => {
    world = await DiskWorld.start();
  });
  afterAll(() => world?.stop());

  test('seven days, and what was written to ever longer; over the budget the oldest unchanged ones go', async () => {
    const desktop = await world.desktop();
    const names = ['Uno.pdf', 'Dos.pdf', 'Tres.pdf'];
    const documents: Made[] = [];
    for (const name of names) documents.push(await world.document(name, `${name}, con doce más`));
    for (const name of names) await eventually(() => desktop.read(world.path(name)), name);
    await world.rests(desktop);
    const writer = await open(desktop.path(world.path('Uno.pdf')), 'r+');
    for (const document of documents) {
      await world.edit(document, `${document.name}, nuevo`);
      const path = desktop.path(world.path(document.name));
      await eventually(
        async () => String(await desktop.read(world.path(document.name))).endsWith('nuevo'),
        path,
      );
    }
    for (let look = 0; look < 3; look += 1) await world.rests(desktop);
    expect(await asideOf(desktop)).toHaveLength(3);
    // Changed, and with nothing in it yet that could be sent.
    await writer.truncate(0);
    await writer.close();
    await desktop.pause();
    const small = await world.desktop({
      folder: desktop.path('..'),
      replaced: { ...DEFAULT_RETENTION, bytes: 30 },
    });
    const kept = () => [...small.engine.memory.content.replaced.values()].map(({ path }) => path).sort();
    await eventually(
      () => kept().length === 2,
      () => JSON.stringify(kept()),
    );
    expect(kept()).toEqual([world.path('Tres.pdf'), world.path('Uno.pdf')].sort());
    expect(await asideOf(small)).toHaveLength(2);
    await small.pause();
  });
});

describe('a handle that stays open while its person loses the right to upload', () => {
  let world: FaultWorld;
  beforeAll(async () => {
    world = await FaultWorld.open();
  });
  afterAll(() => world?.close());

  test('what is written is a copy beside the document', async () => {
    const ana = await world.person('Ana');
    const desktop = await world.desktop(ana);
    const path = 'Andes/Calidad/Pauta.txt';
    const bytes = Buffer.from('pauta, publicada');
    const { record, version } = await makeDocument(world.server, world.witness, world.library, {
      bytes,
      state: STATE.published,
      title: 'Pauta de visita',
      file: { name: 'Pauta.txt', type: 'text/plain' },
    });
    await eventually(
      () => desktop.read(path),
      () => world.logs(),
    );
    await world.rest(desktop);
    const writer = await open(desktop.path(path), 'r+');
    const values = { bytes: Buffer.from('pauta, segunda'), file: { name: 'Pauta.txt', type: 'text/plain' } };
    await addVersion(world.server, world.witness, record, version._id, values);
    await eventually(
      async () => String(await desktop.read(path)) === 'pauta, segunda',
      () => world.logs(),
    );
    const params = { id: world.library.id, user: ana.id };
    await world.witness.ok('memberPut', { params, body: { roles: [] } });
    await eventually(
      async () => String(await desktop.read(path)) === 'pauta, publicada',
      () => world.logs(),
    );
    await writer.truncate(0);
    await writer.write('pauta, como la dejó Ana', 0);
    world.remember(path, 'pauta, como la dejó Ana');
    const copy = await eventually(
      () => desktop.find('pauta, como la dejó Ana', /^Andes\/Calidad\/Pauta \(copia de .+\)\.txt$/),
      () => world.logs(),
    );
    await eventually(
      () => desktop.engine.blocked.some(({ reason, path: at }) => reason === 'copy' && at === copy),
      () => JSON.stringify(desktop.engine.blocked),
    );
    await writer.close();
    await world.nothingLost(new Map([[desktop, 1]]));
  });
});
