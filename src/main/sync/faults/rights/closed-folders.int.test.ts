import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, removeTree } from '../../testing/disk-world.ts';

describe('others move something into a folder that was removed from this computer', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let archive: string;
  const at = (name: string) => world.path(name);
  const here = async () => (await desktop.documents()).filter((path) => path.startsWith(world.path()));

  /** Moves documents into the removed folder, in the browser. */
  async function moveAway(...names: string[]): Promise<void> {
    const found = await world.records();
    const items = found
      .filter(({ name }) => names.includes(name))
      .map(({ _id, rev }) => ({ record: _id, rev }));
    const body = { items, group: world.library.id, folder: archive };
    const { results } = await world.browser.ok('batchMove', { body });
    expect(results.map(({ ok }) => ok)).toEqual(names.map(() => true));
  }

  async function moveFolderAway(id: string): Promise<void> {
    const folders = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    const rev = folders.find((folder) => folder._id === id)?.rev ?? 0;
    await world.browser.ok('folderUpdate', { params: { id }, body: { rev, parent: archive } });
  }

  async function renameFolder(id: string, name: string): Promise<void> {
    const folders = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    const rev = folders.find((folder) => folder._id === id)?.rev ?? 0;
    await world.browser.ok('folderUpdate', { params: { id }, body: { rev, name } });
  }

  beforeEach(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop();
    archive = await world.folder('Archivo');
    await world.document('Antigua.pdf', 'acta antigua', archive);
    await world.rests(desktop);
    await removeTree(desktop.path(at('Archivo')));
    await eventually(
      () => [...desktop.engine.memory.content.synced.values()].filter((node) => node.stopped).length === 2,
      'the folder and its document are not kept here',
    );
  });
  afterEach(async () => {
    await world.nothingLost();
    await world.stop();
  });

  test.each([
    ['while this computer is on', true],
    ['while it is away', false],
  ])('the removed folder gets another name, and a new one has the old name: %s', async (_, isOn) => {
    await world.rests(desktop);
    if (!isOn) await desktop.pause();
    await renameFolder(archive, 'Archivo 2025');
    const fresh = await world.folder('Archivo');
    await world.document('Nueva.pdf', 'acta nueva', fresh);
    if (!isOn) await desktop.resume();
    await eventually(
      async () => String(await desktop.read(at('Archivo/Nueva.pdf'))) === 'acta nueva',
      async () => `the new document is in the new folder: ${await here()}`,
    );
    await world.rests(desktop);
    expect(await here()).toEqual([at('Archivo/Nueva.pdf')]);
    expect(existsSync(desktop.path(at('Archivo 2025')))).toBe(false);
    const places = (await world.records()).map(({ name, folder }) => [name, folder?.name]);
    expect(places.sort()).toEqual([
      ['Antigua.pdf', 'Archivo 2025'],
      ['Nueva.pdf', 'Archivo'],
    ]);
  });

  test('a document leaves the disk, an edit of it is sent first, and it is back with its folder', async () => {
    for (const name of ['Acta.pdf', 'Informe.pdf']) await world.document(name, `primero de ${name}`);
    await world.rests(desktop);
    await desktop.pause();
    await writeFile(desktop.path(at('Informe.pdf')), world.wrote('segundo de Informe.pdf', 'Informe.pdf'));
    await moveAway('Acta.pdf', 'Informe.pdf');
    await desktop.resume();
    await eventually(
      async () => (await here()).length === 0,
      async () => `nothing is here: ${await here()}`,
    );
    await world.rests(desktop);
    expect(await world.versions('Informe.pdf')).toHaveLength(2);
    // As the panel does.
    await desktop.engine.resolveBlocked(archive, 'sync-again');
    desktop.runner.lookEverywhere();
    await eventually(
      async () => (await here()).length === 2,
      async () => `both are here: ${await here()}`,
    );
    await world.rests(desktop);
    expect(await here()).toEqual([at('Archivo/Acta.pdf'), at('Archivo/Informe.pdf')]);
    expect(String(await desktop.read(at('Archivo/Informe.pdf')))).toBe('segundo de Informe.pdf');
  });

  test('a folder goes with its documents; what only this computer has is kept in Retirados', async () => {
    const works = await world.folder('Obras');
    await world.document('Acta.pdf', 'acta de obra', works);
    await world.rests(desktop);
    await writeFile(desktop.path(at('Obras/Borrador.tmp')), world.wrote('borrador', 'Borrador.tmp'));
    await moveFolderAway(works);
    await eventually(() => !existsSync(desktop.path(at('Obras'))), 'the folder leaves the disk');
    await world.rests(desktop);
    expect((await desktop.documents()).filter((path) => path.includes('Borrador.tmp'))).toEqual([
      expect.stringContaining('Retirados'),
    ]);
  });
});
