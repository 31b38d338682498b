import { mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestLibrary } from '../../../../../server/testing/factories.ts';
import { Command } from '../../testing/command.ts';
import type { TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

describe("a symbolic link in the place of a library's folder", () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let elsewhere: string;
  let other: TestLibrary;
  const note = () => world.path('Nota.pdf');

  beforeEach(async () => {
    world = await DiskWorld.start();
    const { make } = world.server;
    const organization = { id: world.library.organization, name: 'Andes' };
    other = await make.library(organization, 'Obras');
    await make.member(other, world.ana, ['upload']);
    await make.defaultLabel(other, await make.label(organization));
    desktop = await world.desktop();
    elsewhere = join(await mkdtemp(join(tmpdir(), 'legajo-other-disk-')), 'Calidad');
  });
  afterEach(async () => {
    await world.stop();
    await rm(join(elsewhere, '..'), { recursive: true });
  });

  const link = async (folder: string) => {
    await rename(desktop.path(folder), elsewhere);
    await symlink(elsewhere, desktop.path(folder));
  };
  const unlink = async (folder: string) => {
    await rm(desktop.path(folder));
    await rename(elsewhere, desktop.path(folder));
  };

  test.each([
    ['of the library', 'Andes/Calidad', 'Nota.pdf'],
    ['of the organization', 'Andes', 'Calidad/Nota.pdf'],
  ])(
    'the folder %s: nothing goes through it, it is said, and all of it goes on once the folder is back',
    async (_, folder, noteThere) => {
      const made = await world.document('Nota.pdf', 'nota, primera');
      await world.document('Acta.pdf', 'acta, primera');
      await world.rests(desktop);
      await link(folder);
      const thereNote = join(elsewhere, noteThere);
      const there = (name: string) => join(thereNote, '..', name);
      await world.rests(desktop, folder === 'Andes' ? ['linked', 'linked'] : ['linked']);
      await writeFile(there('Acta.pdf'), world.wrote('acta, segunda', 'Acta.pdf'));
      await writeFile(there('Nueva.pdf'), world.wrote('nueva', 'Nueva.pdf'));
      await world.edit(made, 'nota, segunda');
      await world.document('Ajena.pdf', 'ajena');
      await world.rests(desktop, folder === 'Andes' ? ['linked', 'linked'] : ['linked']);
      expect(desktop.engine.blocked.map(({ path }) => path)).toContain('Andes/Calidad');
      expect(await readFile(thereNote, 'utf8')).toBe('nota, primera');
      await expect(readFile(there('Ajena.pdf'))).rejects.toThrow('ENOENT');
      expect(await world.records('Nueva.pdf')).toEqual([]);
      expect(await world.versions('Acta.pdf')).toHaveLength(1);

      await unlink(folder);
      await world.rests(desktop);
      expect(String(await desktop.read(note()))).toBe('nota, segunda');
      expect(String(await desktop.read(world.path('Ajena.pdf')))).toBe('ajena');
      expect(await world.versions('Acta.pdf')).toHaveLength(2);
      expect(await world.records('Nueva.pdf')).toHaveLength(1);
      await world.nothingLost();
    },
  );

  test('the command says so, syncs the other libraries, and ends', async () => {
    await world.document('Nota.pdf', 'nota');
    await world.rests(desktop);
    await desktop.pause();
    await link(world.path());
    await writeFile(join(elsewhere, 'Nueva.pdf'), 'nueva');
    await world.save(desktop, 'Andes/Obras/Plano.pdf', 'plano');
    const command = new Command(world, desktop);
    expect((await command.ended).code, command.output).toBe(4);
    expect(command.output).toContain('Pendiente: «Andes/Calidad». La carpeta es un enlace');
    expect(command.output).toContain('Pendientes: 1.');
    expect(command.output).not.toContain('Otro programa');
    const { items } = await world.browser.ok('recordSearch', { query: { group: other.id, limit: '10' } });
    expect(items.map(({ name }) => name)).toEqual(['Plano.pdf']);
    expect(await world.records('Nueva.pdf')).toEqual([]);
    await world.nothingLost();
  });
});
