import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/** On PostgreSQL: two desktops are two connections there, and really come at once. */
describe('two desktops move and edit the same things', () => {
  let world: DiskWorld;
  let one: TestDesktop;
  let other: TestDesktop;
  const at = (...names: string[]) => world.path(...names);
  const both = (action: (desktop: TestDesktop) => Promise<unknown>) => Promise.all([one, other].map(action));
  const everywhere = (path: string, text: string) =>
    both((desktop) =>
      eventually(
        async () => String(await desktop.read(path)) === text,
        async () => `${path}: ${(await desktop.documents()).join(' | ')}`,
      ),
    );

  beforeAll(async () => {
    world = await DiskWorld.start({ engine: 'postgres' });
    one = await world.desktop();
    other = await world.desktop();
  });
  afterAll(() => world?.stop());
  afterEach(async () => {
    await both((desktop) => world.rests(desktop));
    // What one of them sent last, the other has too.
    await both((desktop) => world.rests(desktop));
    expect(await other.documents()).toEqual(await one.documents());
    await world.nothingLost();
    await both((desktop) => world.nothingHalf(desktop));
  });

  test.each([
    { renamer: 'the one that was away', online: false },
    { renamer: 'the one that is online', online: true },
  ])(
    'rename against remote edit: the new bytes under the new name ($renamer renames)',
    {
      tags: 'sync-rename-against-edit',
    },
    async ({ online }) => {
      const [before, after] = online
        ? ['Acta.pdf', 'Acta firmada.pdf']
        : ['Informe.pdf', 'Informe final.pdf'];
      const text = `${after}, segundo`;
      await world.save(one, at(before), `${before}, primero`);
      await everywhere(at(before), `${before}, primero`);
      await both((desktop) => world.rests(desktop));
      const [renamer, editor] = online ? [one, other] : [other, one];
      await other.pause();
      if (online) {
        await rename(one.path(at(before)), one.path(at(after)));
        await eventually(async () => (await world.records(after)).length === 1, 'the rename');
        await world.save(editor, at(before), text);
      } else {
        await world.save(editor, at(before), text);
        await eventually(async () => (await world.versions(before)).length === 2, 'the edit');
        await rename(renamer.path(at(before)), renamer.path(at(after)));
      }
      await other.resume();
      await everywhere(at(after), text);
      expect(
        (await world.versions(after)).map(({ number, conflict, sha256 }) => [number, conflict, sha256]),
      ).toEqual([
        [1, false, sha256Of(Buffer.from(`${before}, primero`))],
        [2, false, sha256Of(Buffer.from(text))],
      ]);
      expect((await world.records(before)).length).toBe(0);
    },
  );

  test('crossed folder moves: A into B here, B into A there; the tree stays a tree and loses nothing', {
    tags: 'sync-crossed-moves',
  }, async () => {
    await world.save(one, at('A/De A.pdf'), 'de A');
    await world.save(one, at('B/De B.pdf'), 'de B');
    await everywhere(at('A/De A.pdf'), 'de A');
    await everywhere(at('B/De B.pdf'), 'de B');
    await both((desktop) => world.rests(desktop));
    await both((desktop) => desktop.pause());
    await rename(one.path(at('A')), one.path(at('B/A')));
    await rename(other.path(at('B')), other.path(at('A/B')));
    await both((desktop) => desktop.resume());
    await both((desktop) => world.rests(desktop));
    await both((desktop) => world.rests(desktop));
    const paths = (await one.documents()).filter((path) => /De [AB]\.pdf$/.test(path)).sort();
    expect([
      [at('A/B/De B.pdf'), at('A/De A.pdf')],
      [at('B/A/De A.pdf'), at('B/De B.pdf')],
    ]).toContainEqual(paths);
    expect((await other.documents()).filter((path) => /De [AB]\.pdf$/.test(path)).sort()).toEqual(paths);
    // Each of the two has one parent, and one of them is the library.
    const folders = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    const [a, b] = ['A', 'B'].map((name) => folders.find((folder) => folder.name === name));
    expect([a?.parent === b?._id, b?.parent === a?._id].filter(Boolean).length).toBe(1);
    expect([a?.parent, b?.parent].filter((parent) => parent === null).length).toBe(1);
    expect((await world.records()).filter(({ name }) => /^De [AB]/.test(name)).length).toBe(2);
  });

  test('crossed moves of documents between two folders: each lies where the server has it, once', {
    tags: 'sync-crossed-moves',
  }, async () => {
    await world.save(one, at('C/Plano.pdf'), 'plano');
    await world.save(one, at('D/Corte.pdf'), 'corte');
    await everywhere(at('D/Corte.pdf'), 'corte');
    await everywhere(at('C/Plano.pdf'), 'plano');
    await both((desktop) => world.rests(desktop));
    await both((desktop) => desktop.pause());
    await mkdir(one.path(at('C')), { recursive: true });
    await rename(one.path(at('C/Plano.pdf')), one.path(at('D/Plano.pdf')));
    await rename(other.path(at('C/Plano.pdf')), other.path(at('Plano.pdf')));
    await rename(other.path(at('D/Corte.pdf')), other.path(at('C/Corte.pdf')));
    await both((desktop) => desktop.resume());
    await both((desktop) => world.rests(desktop));
    await everywhere(at('C/Corte.pdf'), 'corte');
    expect((await world.records('Plano.pdf')).length).toBe(1);
    expect((await one.documents()).filter((path) => path.endsWith('Plano.pdf')).length).toBe(1);
  });

  test('a folder was renamed, and got another one deep inside: both come at once, under the new name alone', async () => {
    await world.save(one, at('Planos/Obra/Corte.txt'), 'corte de la obra');
    await everywhere(at('Planos/Obra/Corte.txt'), 'corte de la obra');
    await both((desktop) => world.rests(desktop));
    await other.pause();
    await rename(one.path(at('Planos')), one.path(at('Planos 2026')));
    await world.save(one, at('Planos 2026/Obra/Detalles/Losa.txt'), 'losa de la obra');
    await eventually(async () => (await world.records('Losa.txt')).length === 1, 'the new document');
    await world.rests(one);
    const folders = async () =>
      (await world.browser.ok('foldersByGroup', { params: { group: world.library.id } }))
        .map(({ name }) => name)
        .filter((name) => /^Planos|^Obra|^Detalles/.test(name))
        .sort();
    const before = await folders();
    await other.resume();
    await everywhere(at('Planos 2026/Obra/Detalles/Losa.txt'), 'losa de la obra');
    await both((desktop) => world.rests(desktop));
    expect(await folders()).toEqual(before);
    expect((await other.documents()).filter((path) => path.startsWith(at('Planos/')))).toEqual([]);
  });

  test('a folder was renamed, and an empty one in it was deleted: nothing is left of that one', async () => {
    await world.save(one, at('Actas/Obra/Antiguas/Acta.txt'), 'acta de la obra');
    await everywhere(at('Actas/Obra/Antiguas/Acta.txt'), 'acta de la obra');
    await both((desktop) => world.rests(desktop));
    await rename(one.path(at('Actas/Obra/Antiguas/Acta.txt')), one.path(at('Actas/Obra/Acta.txt')));
    await everywhere(at('Actas/Obra/Acta.txt'), 'acta de la obra');
    await both((desktop) => world.rests(desktop));
    await other.pause();
    const folders = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    const emptied = folders.find(({ name }) => name === 'Antiguas');
    await world.browser.ok('folderDelete', { params: { id: emptied?._id ?? '' } });
    await rename(one.path(at('Actas')), one.path(at('Actas 2026')));
    await world.rests(one);
    await other.resume();
    await everywhere(at('Actas 2026/Obra/Acta.txt'), 'acta de la obra');
    await both((desktop) => world.rests(desktop));
    for (const desktop of [one, other])
      expect(existsSync(desktop.path(at('Actas 2026/Obra/Antiguas')))).toBe(false);
  });

  test('two documents of different folders change places, and one is edited: each has its name', async () => {
    await world.save(one, at('Norte/Informe.txt'), 'informe del norte');
    await world.save(one, at('Sur/Informe.txt'), 'informe del sur');
    await everywhere(at('Norte/Informe.txt'), 'informe del norte');
    await everywhere(at('Sur/Informe.txt'), 'informe del sur');
    const ids = async () =>
      Object.fromEntries((await world.records('Informe.txt')).map((r) => [r.folder?.name, r._id]));
    const before = await ids();
    await rename(one.path(at('Norte/Informe.txt')), one.path(at('cambio')));
    await rename(one.path(at('Sur/Informe.txt')), one.path(at('Norte/Informe.txt')));
    await rename(one.path(at('cambio')), one.path(at('Sur/Informe.txt')));
    await world.save(one, at('Norte/Informe.txt'), 'informe del sur, corregido');
    await everywhere(at('Norte/Informe.txt'), 'informe del sur, corregido');
    await everywhere(at('Sur/Informe.txt'), 'informe del norte');
    await both((desktop) => world.rests(desktop));
    expect(await ids()).toEqual({ Norte: before.Sur, Sur: before.Norte });
    expect((await one.documents()).filter((path) => path.includes('(2)'))).toEqual([]);
  });

  test('moved to another folder under another name in one go, it keeps both', async () => {
    await world.save(one, at('Este/Minuta.txt'), 'minuta');
    await world.save(one, at('Oeste/Otra.txt'), 'otra');
    await everywhere(at('Este/Minuta.txt'), 'minuta');
    await everywhere(at('Oeste/Otra.txt'), 'otra');
    await both((desktop) => world.rests(desktop));
    const [before] = await world.records('Minuta.txt');
    await rename(one.path(at('Este/Minuta.txt')), one.path(at('Oeste/Minuta de marzo.txt')));
    await everywhere(at('Oeste/Minuta de marzo.txt'), 'minuta');
    expect((await world.records('Minuta de marzo.txt')).map(({ _id }) => _id)).toEqual([before?._id]);
  });

  test('one that is renamed and edited gives its name to a new file at once', async () => {
    await world.save(one, at('Presupuesto.txt'), 'primero');
    await everywhere(at('Presupuesto.txt'), 'primero');
    await both((desktop) => world.rests(desktop));
    await rename(one.path(at('Presupuesto.txt')), one.path(at('Presupuesto 2025.txt')));
    await world.save(one, at('Presupuesto 2025.txt'), 'primero, corregido');
    await world.save(one, at('Presupuesto.txt'), 'el nuevo');
    await everywhere(at('Presupuesto 2025.txt'), 'primero, corregido');
    await everywhere(at('Presupuesto.txt'), 'el nuevo');
    await both((desktop) => world.rests(desktop));
    expect((await one.documents()).filter((path) => path.includes('(2)'))).toEqual([]);
  });
});
