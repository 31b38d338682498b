import { mkdir, rename, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/** What programs leave beside their documents is no document of its own (decision 0035, rule 8). */
describe('backups that programs keep', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;

  beforeEach(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop();
  });
  afterEach(async () => {
    await world.nothingLost();
    await world.stop();
  });

  const names = async () => (await world.records()).map(({ name }) => name).sort();
  const said = () =>
    desktop.engine.notSynced.flatMap(({ path, reason }) => (reason === 'backup' ? [path] : [])).sort();
  const becomes = (wanted: readonly string[]) =>
    eventually(
      async () => JSON.stringify(await names()) === JSON.stringify(wanted),
      async () => `${wanted.join(', ')}; got ${(await names()).join(', ')}`,
    );

  test('that come with their documents, in a folder that is copied here', async () => {
    const folder = `${desktop.root}-proyecto`;
    await mkdir(folder);
    const files = ['Copia de seguridad de memo.wbk', 'memo.doc', 'nota.txt', 'nota.txt.bak', 'torre.dwg'];
    for (const name of [...files, 'torre.bak', 'base.bak'])
      await writeFile(`${folder}/${name}`, world.wrote(`contenido de ${name}`, name));
    await rename(folder, desktop.path(world.path('Proyecto')));
    await becomes(['base.bak', 'memo.doc', 'nota.txt', 'torre.dwg']);
    await world.rests(desktop);
    expect(await names()).toEqual(['base.bak', 'memo.doc', 'nota.txt', 'torre.dwg']);
    const left = ['Copia de seguridad de memo.wbk', 'nota.txt.bak', 'torre.bak'];
    expect(said()).toEqual(left.map((name) => world.path('Proyecto', name)));
  });

  test('go to Retirados with the folder that a colleague deletes, and stay where the folder stays', async () => {
    const folder = await world.folder('Torre');
    const acta = await world.document('acta.pdf', 'acta', folder);
    const plano = await world.document('plano.pdf', 'plano');
    await eventually(
      async () => (await desktop.documents()).length === 2,
      async () => (await desktop.documents()).join(', '),
    );
    await world.save(desktop, world.path('Torre/acta.bak'), 'acta de antes');
    await world.save(desktop, world.path('plano.bak'), 'plano de antes');
    await eventually(
      () => said().length === 2,
      () => said().join(', '),
    );
    await world.browser.ok('recordDelete', { params: { id: plano.record } });
    await world.browser.ok('recordDelete', { params: { id: acta.record } });
    await world.browser.ok('folderDelete', { params: { id: folder } });
    const wanted = ['Retirados/Calidad/Torre/acta.bak', 'plano.bak'].map((path) => `Andes/${path}`);
    wanted[1] = world.path('plano.bak');
    await eventually(
      async () => JSON.stringify((await desktop.documents()).sort()) === JSON.stringify(wanted.sort()),
      async () => (await desktop.documents()).join(', '),
    );
    await world.rests(desktop);
    await desktop.pause();
    await desktop.resume();
    await world.rests(desktop);
    expect(await names()).toEqual([]);
    expect(said()).toEqual([world.path('plano.bak')]);
    const folders = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    expect(folders).toEqual([]);
  });
});
