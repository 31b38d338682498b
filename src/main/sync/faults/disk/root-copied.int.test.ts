import { cp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../../../../../server/testing/factories.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, type Made, removeTree } from '../../testing/disk-world.ts';

const NAMES = Array.from({ length: 6 }, (_, n) => `Contrato ${n}.pdf`);

describe('a copy of the sync root, or what a backup had of it, takes its place', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let made: Made[];
  const at = (name: string) => world.path(name);
  const beside = (name: string) => join(dirname(desktop.root), name);
  const backUp = () => cp(desktop.root, beside('respaldo'), { recursive: true, preserveTimestamps: true });
  const asked = () =>
    eventually(
      () => desktop.runner.problem?.code === 'root-copied' && desktop.engine.question?.files === NAMES.length,
      () =>
        `the question, got ${JSON.stringify(desktop.engine.question)} ${desktop.log.slice(-5).join('\n')}`,
    );
  const numbers = (name: string) => world.versions(name).then((found) => found.map(({ number }) => number));
  const text = async (name: string) => String(await desktop.read(at(name)));
  /** Both sides of a document with two versions, of which the second was made after the backup. */
  const holdsSecond = async () => {
    expect(await text('Contrato 0.pdf')).toBe('contrato 0, segunda versión');
    expect(await numbers('Contrato 0.pdf')).toHaveLength(2);
  };

  beforeEach(async () => {
    world = await DiskWorld.start();
    made = [];
    for (const name of NAMES) made.push(await world.document(name, name));
    desktop = await world.desktop();
    // Without the engine: what is under way in its folder is no part of a backup.
    await desktop.pause();
    await backUp();
    await desktop.resume();
    await world.save(desktop, at('Contrato 0.pdf'), 'contrato 0, segunda versión');
    await eventually(async () => (await numbers('Contrato 0.pdf')).length === 2, 'the second version');
    await world.rests(desktop);
  });
  afterEach(async () => {
    await world.nothingLost();
    await world.stop();
  });

  test('as a whole: it asks, sends nothing, and brings the copy up to date where its person says so', async () => {
    await desktop.pause();
    // Meanwhile, on the server: one gets another name, and one another content.
    const [renamed] = await world.records('Contrato 1.pdf');
    const rev = renamed?.rev ?? 0;
    await world.browser.ok('recordUpdate', {
      params: { id: renamed?._id ?? '' },
      body: { rev, name: 'Renombrado.pdf' },
    });
    await world.edit(made[2] as Made, 'contrato 2, de otra persona');
    await world.browser.ok('recordDelete', { params: { id: made[5]?.record ?? '' } });
    await removeTree(desktop.root);
    await rename(beside('respaldo'), desktop.root);
    // What its person wrote into the copy is in no version.
    await desktop.write(at('Contrato 3.pdf'), 'contrato 3, escrito en la copia');
    world.requests.length = 0;
    await desktop.resume();
    await asked();
    expect(world.requests.filter((each) => /^(POST|PUT|PATCH|DELETE) \/api\/docs/.test(each))).toEqual([]);
    expect(await text('Contrato 0.pdf')).toBe('Contrato 0.pdf');

    await desktop.runner.answer('start-over');
    await world.rests(desktop, ['copy', 'only-here']);
    await holdsSecond();
    expect(await text('Contrato 2.pdf')).toBe('contrato 2, de otra persona');
    expect(await numbers('Contrato 3.pdf')).toHaveLength(1);
    expect(await text('Contrato 3.pdf')).toBe('Contrato 3.pdf');
    expect(await desktop.find('contrato 3, escrito en la copia', /copia de Ana Pérez/)).toBeTruthy();
    expect((await world.records()).map(({ name }) => name).sort()).toEqual(
      ['Renombrado.pdf', ...NAMES.filter((name) => !/[15]/.test(name))].sort(),
    );
    expect(await text('Renombrado.pdf')).toBe('Contrato 1.pdf');
    expect(await desktop.read(at('Contrato 1.pdf'))).toBeUndefined();
    // What a colleague deleted does not come back by itself.
    const [{ path, key } = { path: '', key: '' }] = desktop.engine.blocked.filter(
      ({ reason }) => reason === 'only-here',
    );
    expect(path).toBe(at('Contrato 5.pdf'));
    // From here on it is the folder: no question at the next start, and an edit is a version.
    await desktop.pause();
    await desktop.resume();
    await world.rests(desktop, ['copy', 'only-here']);
    await world.save(desktop, at('Contrato 4.pdf'), 'contrato 4, corregido');
    await eventually(async () => (await numbers('Contrato 4.pdf')).length === 2, 'the edit');
    await desktop.engine.resolveBlocked(key, 'create');
    desktop.runner.lookEverywhere();
    await eventually(async () => (await world.records('Contrato 5.pdf')).length === 1, 'the document anew');
  });

  test.each(['while it is stopped', 'while it runs'])('over the files that lie there, %s', async (when) => {
    if (when === 'while it is stopped') await desktop.pause();
    // The engine's own folder first, as tools that go by name have it.
    for (const each of ['.legajo', 'Andes'])
      await cp(join(beside('respaldo'), each), desktop.path(each), {
        recursive: true,
        preserveTimestamps: true,
      });
    if (when === 'while it is stopped') await desktop.resume();
    await asked();
    expect(await numbers('Contrato 0.pdf')).toHaveLength(2);
    await desktop.runner.answer('start-over');
    await world.rests(desktop);
    await holdsSecond();
  });

  test('synced for a while instead of the folder itself, with the same journal', async () => {
    await desktop.pause();
    await cp(desktop.root, beside('copia'), { recursive: true, preserveTimestamps: true });
    await rename(desktop.root, beside('original'));
    await rename(beside('copia'), desktop.root);
    await desktop.resume();
    await asked();
    await desktop.runner.answer('start-over');
    await world.rests(desktop);
    await world.save(desktop, at('Contrato 0.pdf'), 'contrato 0, tercera versión, en la copia');
    await eventually(async () => (await numbers('Contrato 0.pdf')).length === 3, 'the third version');
    await world.rests(desktop);
    // Back to the folder, which does not know of the third.
    await desktop.pause();
    await removeTree(desktop.root);
    await rename(beside('original'), desktop.root);
    await desktop.resume();
    await asked();
    await desktop.runner.answer('start-over');
    await world.rests(desktop);
    expect(await text('Contrato 0.pdf')).toBe('contrato 0, tercera versión, en la copia');
    expect(await numbers('Contrato 0.pdf')).toHaveLength(3);
  });

  test('moved to another place by renaming, it is the same folder', async () => {
    await desktop.pause();
    await rename(desktop.root, beside('movida'));
    await rename(beside('movida'), desktop.root);
    await desktop.resume();
    await world.rests(desktop);
    await holdsSecond();
  });

  test('over the files that lie there, together with the journal', async () => {
    await desktop.pause();
    await cp(desktop.stateDir, beside('estado'), { recursive: true, preserveTimestamps: true });
    await desktop.resume();
    await world.save(desktop, at('Contrato 4.pdf'), 'contrato 4, segunda versión');
    await eventually(async () => (await numbers('Contrato 4.pdf')).length === 2, 'an edit after both');
    await world.rests(desktop);
    await desktop.pause();
    // As tools do that write another file and give it the old one's name.
    for (const [from, to] of [
      [beside('estado'), desktop.stateDir],
      [beside('respaldo'), desktop.root],
    ] as const) {
      const half = `${to} nuevo`;
      await cp(from, half, { recursive: true, preserveTimestamps: true });
      await removeTree(to);
      await rename(half, to);
    }
    await desktop.resume();
    await asked();
    await desktop.runner.answer('start-over');
    await world.rests(desktop);
    await holdsSecond();
    expect(await numbers('Contrato 4.pdf')).toHaveLength(2);
  });

  test('with a journal that was lost: what was renamed or deleted since makes no document', async () => {
    await desktop.pause();
    await removeTree(desktop.stateDir);
    const [renamed] = await world.records('Contrato 1.pdf');
    await world.browser.ok('recordUpdate', {
      params: { id: renamed?._id ?? '' },
      body: { rev: renamed?.rev ?? 0, name: 'Renombrado.pdf' },
    });
    await world.browser.ok('recordDelete', { params: { id: made[5]?.record ?? '' } });
    await desktop.resume();
    await world.rests(desktop, ['only-here']);
    expect((await world.records()).map(({ name }) => name).sort()).toEqual(
      ['Renombrado.pdf', ...NAMES.filter((name) => !/[15]/.test(name))].sort(),
    );
    expect(await desktop.read(at('Contrato 1.pdf'))).toBeUndefined();
    await holdsSecond();
  });
});

test('two people who sync one folder in turn make no document twice', async () => {
  const world = await DiskWorld.start();
  try {
    const { make } = world.server;
    const luis = await make.person(
      { id: world.ana.organization, name: 'Andes' },
      {
        ...{ firstname: 'Luis', lastname: 'Soto' },
        libraries: [[world.library, ['upload']]],
      },
    );
    const ana = await world.desktop();
    await ana.pause();
    const other = await TestDesktop.make(world.server, luis.email, TEST_PASSWORD, {
      folder: dirname(ana.root),
    });
    // While Luis has the folder, documents come; before Ana has it again, one is renamed and a folder is moved.
    const inner = await world.folder('Actas');
    await world.document('Acta.pdf', 'acta', inner);
    const { record } = await world.document('Contrato.pdf', 'contrato');
    await other.resume();
    await world.rests(other);
    await other.pause();
    await world.browser.ok('recordUpdate', {
      params: { id: record },
      body: { rev: 1, name: 'Convenio.pdf' },
    });
    const outer = await world.folder('Obra');
    await world.browser.ok('folderUpdate', { params: { id: inner }, body: { parent: outer, name: 'Actas' } });
    for (const desktop of [ana, other, ana, other]) {
      await desktop.resume();
      await world.rests(desktop);
      expect((await world.records()).map(({ name }) => name).sort()).toEqual(['Acta.pdf', 'Convenio.pdf']);
      const documents = (await desktop.documents()).filter((path) => path.startsWith(world.path()));
      expect(documents).toEqual([world.path('Convenio.pdf'), world.path('Obra', 'Actas', 'Acta.pdf')]);
      await desktop.pause();
    }
    await world.nothingLost();
  } finally {
    await world.stop();
  }
});

test('two people who sync one folder in turn and edit come to rest, and copies of one are no documents of the other', async () => {
  const world = await DiskWorld.start();
  try {
    const { make } = world.server;
    const luis = await make.person(
      { id: world.ana.organization, name: 'Andes' },
      { ...{ firstname: 'Luis', lastname: 'Soto' }, libraries: [[world.library, ['upload']]] },
    );
    for (const name of NAMES.slice(0, 2)) await world.document(name, name);
    const ana = await world.desktop();
    await ana.pause();
    const folder = dirname(ana.root);
    const other = await TestDesktop.make(world.server, luis.email, TEST_PASSWORD, { folder });
    await other.resume();
    await world.rests(other);
    await other.pause();
    for (const [desktop, name, blocked] of [
      [ana, 'Contrato 0.pdf', ['copy']],
      [other, 'Contrato 1.pdf', ['copy', 'only-here']],
      [ana, undefined, ['copy', 'only-here']],
      [other, undefined, ['copy', 'only-here']],
    ] as const) {
      if (name) await world.save(desktop, world.path(name), `${name}, corregido`);
      await desktop.resume();
      await world.rests(desktop, blocked);
      await desktop.pause();
      expect(await world.records()).toHaveLength(2);
    }
    await world.nothingLost();
  } finally {
    await world.stop();
  }
});

test('a copy that its person put in the place of the document stays there, whoever syncs the folder in between', async () => {
  const world = await DiskWorld.start();
  try {
    const { make } = world.server;
    const luis = await make.person(
      { id: world.ana.organization, name: 'Andes' },
      { ...{ firstname: 'Luis', lastname: 'Soto' }, libraries: [[world.library, ['upload']]] },
    );
    await world.document('Contrato.pdf', 'contrato');
    const ana = await world.desktop();
    await ana.pause();
    const other = await TestDesktop.make(world.server, luis.email, TEST_PASSWORD, {
      folder: dirname(ana.root),
    });
    await other.resume();
    await world.rests(other);
    await other.pause();
    await world.save(ana, world.path('Contrato.pdf'), 'contrato, corregido');
    await ana.resume();
    await world.rests(ana, ['copy']);
    const [copy] = ana.engine.blocked;
    await rename(ana.path(copy?.path ?? ''), ana.path(world.path('Contrato.pdf')));
    await eventually(async () => (await world.versions('Contrato.pdf')).length === 2, 'the second version');
    await world.rests(ana);
    for (const desktop of [other, ana, other, ana]) {
      await (desktop === ana ? other : ana).pause();
      await desktop.resume();
      const from = desktop.activity.length;
      await world.rests(desktop);
      expect(desktop.activity.slice(from)).toEqual([]);
      expect(await desktop.documents()).toEqual([world.path('Contrato.pdf')]);
    }
    await world.nothingLost();
  } finally {
    await world.stop();
  }
});
