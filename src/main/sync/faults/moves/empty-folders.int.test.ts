import { mkdir, rename } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../../../../../server/testing/factories.ts';
import { Command } from '../../testing/command.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/** A folder is made on the server with its first document (decision 0062), and until then it is said. */
describe('a folder without documents', () => {
  let world: DiskWorld;
  const at = (path: string) => world.path(path);

  beforeEach(async () => {
    world = await DiskWorld.start();
  });
  afterEach(() => world?.stop());

  const folders = async () =>
    (await world.browser.ok('foldersByGroup', { params: { group: world.library.id } }))
      .map(({ name }) => name)
      .sort();
  const told = (desktop: TestDesktop, ...wanted: (readonly [string, string])[]) =>
    eventually(
      () =>
        JSON.stringify(desktop.engine.notSynced.map(({ path, reason }) => [path, reason])) ===
        JSON.stringify(wanted.map(([path, reason]) => [at(path), reason])),
      () => `${JSON.stringify(wanted)}, got ${JSON.stringify(desktop.engine.notSynced)}`,
    );

  test('is said under its name of now, and made with its first document', async () => {
    const desktop = await world.desktop();
    await mkdir(desktop.path(at('Nueva carpeta/2026')), { recursive: true });
    await told(desktop, ['Nueva carpeta', 'empty-folder']);
    await rename(desktop.path(at('Nueva carpeta')), desktop.path(at('Obras')));
    await told(desktop, ['Obras', 'empty-folder']);
    await world.rests(desktop);
    expect(await folders()).toEqual([]);
    await world.save(desktop, at('Obras/Acta.pdf'), 'acta');
    await told(desktop, ['Obras/2026', 'empty-folder']);
    await world.save(desktop, at('Obras/2026/Informe.pdf'), 'informe');
    await told(desktop);
    await world.rests(desktop);
    expect(await folders()).toEqual(['2026', 'Obras']);
    await world.nothingLost();
  });

  test('is in the list of the command, which does not count it as pending', async () => {
    const desktop = await world.prepare();
    expect((await new Command(world, desktop).ended).code).toBe(0);
    await mkdir(desktop.path(at('Obras')));
    const command = new Command(world, desktop);
    expect((await command.ended).code, command.output).toBe(0);
    expect(command.output).toContain(
      `No se sincroniza: «${at('Obras')}». No tiene documentos; se creará en Legajo con el primero`,
    );
    expect(command.output).toContain('Pendientes: 0. Que no se sincronizan: 1.');
  });

  test('says so where its person may only read', async () => {
    const { make } = world.server;
    const reader = await make.person(
      { id: world.ana.organization, name: 'Andes' },
      { libraries: [[world.library, []]] },
    );
    const desktop = await TestDesktop.start(world.server, reader.email, TEST_PASSWORD);
    try {
      await eventually(() => desktop.rests, 'it is at rest');
      await mkdir(desktop.path(at('Obras')));
      await told(desktop, ['Obras', 'empty-folder-no-role']);
    } finally {
      await desktop.stop();
    }
  });
});
