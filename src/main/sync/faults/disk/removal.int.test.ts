import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Command } from '../../testing/command.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';
import { asOneOfMany } from '../../testing/narrow-system.ts';

/** What the system itself writes into a folder. */
const FINDER = Buffer.from('0000000142756431', 'hex');
const DOLPHIN = '[Desktop Entry]\nIcon=folder-red\n';
const isLinux = process.platform === 'linux';

/** Nothing that a person made is unlinked, under any name (decision 0033). */
describe('a folder that somebody else deleted, and what its person had in it', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  const retired = (...names: string[]) => ['Andes', 'Retirados', 'Calidad', ...names].join('/');
  const text = async (path: string) => String(await desktop.read(path));

  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ ignore: ['*.bak', 'Notas'] });
  });
  afterAll(() => world?.stop());

  /** A folder with a document in it, on both sides. */
  async function shared(name: string, at = desktop) {
    const id = await world.folder(name);
    const { record } = await world.document(`${name}.pdf`, `el documento de ${name}`, id);
    await eventually(() => at.read(world.path(name, `${name}.pdf`)), 'the document');
    await world.rests(at);
    return {
      async deleted() {
        await world.browser.ok('recordDelete', { params: { id: record } });
        await world.browser.ok('folderDelete', { params: { id } });
      },
    };
  }

  const folders = async () => {
    const found = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    return found.map(({ name }) => name);
  };

  test('names that are never documents go to Retirados with their path, and the panel says so', async () => {
    const folder = await shared('Obras');
    const own = {
      'Borradores~/Presupuesto final.xlsx': 'presupuesto',
      'Borradores~/2026/Notas sueltas.txt': 'notas sueltas',
      'Minuta.tmp': 'minuta',
      'video.mp4.part': 'la mitad de un video',
      // By its name a system's, by what is in it a person's.
      '.DS_Store': 'esto lo escribí yo',
      'Plano.bak': 'de un patrón propio',
      'Notas/Visita.txt': 'en una carpeta de un patrón propio',
    };
    for (const [name, bytes] of Object.entries(own))
      await world.save(desktop, world.path('Obras', name), bytes);
    const outside = join(desktop.stateDir, 'afuera.txt');
    await writeFile(outside, 'afuera');
    await symlink(outside, desktop.path(world.path('Obras', 'enlace')));
    await folder.deleted();
    await eventually(() => !existsSync(desktop.path(world.path('Obras'))), 'the folder to go');
    await world.rests(desktop);
    for (const [name, bytes] of Object.entries(own))
      expect(await text(retired('Obras', name)), name).toBe(bytes);
    expect(await readlink(desktop.path(retired('Obras', 'enlace')))).toBe(outside);
    expect(desktop.activity).toContainEqual({ kind: 'retired', path: retired('Obras') });
    expect(existsSync(desktop.path(retired('Obras', 'Obras.pdf')))).toBe(false);
    expect(await folders()).not.toContain('Obras');
    await world.nothingLost();
  });

  test('what is there already in Retirados stays as it is', async () => {
    for (const bytes of ['primera', 'segunda']) {
      const folder = await shared('Actas');
      await world.save(desktop, world.path('Actas', 'Minuta.tmp'), bytes);
      await world.save(desktop, world.path('Actas', 'Viejo~', `${bytes}.txt`), bytes);
      await folder.deleted();
      await eventually(() => !existsSync(desktop.path(world.path('Actas'))), 'the folder to go');
      await world.rests(desktop);
    }
    expect(await text(retired('Actas', 'Minuta.tmp'))).toBe('primera');
    expect(await text(retired('Actas', 'Minuta (2).tmp'))).toBe('segunda');
    expect(await text(retired('Actas', 'Viejo~', 'segunda.txt'))).toBe('segunda');
  });

  test.runIf(isLinux)(
    'so do a name that is no UTF-8 and what is no file, also where Retirados has the folder',
    async () => {
      // `Año.txt` as old ZIP programs write it.
      const raw = Buffer.from([0x41, 0xa4, 0x6f, 0x2e, 0x74, 0x78, 0x74]);
      for (const bytes of ['primero', 'segundo']) {
        const folder = await shared('Muelle');
        await world.save(desktop, world.path('Muelle', 'Minuta.tmp'), bytes);
        const at = desktop.path(world.path('Muelle'));
        // The first folder is moved whole.
        if (bytes === 'segundo')
          await writeFile(Buffer.concat([Buffer.from(`${at}/`), raw]), world.wrote('del año', 'Año'));
        await symlink('a ninguna parte', join(at, 'enlace'));
        execFileSync('mkfifo', [join(at, 'tubo')]);
        await folder.deleted();
        await eventually(() => !existsSync(at), 'the folder to go');
        await world.rests(desktop);
      }
      expect((await readdir(desktop.path(retired('Muelle')))).sort()).toEqual(
        ['Año.txt', 'Minuta (2).tmp', 'Minuta.tmp', 'enlace', 'enlace (2)', 'tubo', 'tubo (2)'].sort(),
      );
      expect(await text(retired('Muelle', 'Año.txt'))).toBe('del año');
      await world.nothingLost();
    },
  );

  test('what only systems wrote goes with the folder, and leaves nothing behind', async () => {
    const folder = await shared('Planos');
    await desktop.write(world.path('Planos', '.DS_Store'), FINDER);
    await desktop.write(world.path('Planos', '.directory'), DOLPHIN);
    await desktop.write(world.path('Planos', 'Sub~', 'Thumbs.db'), '');
    await folder.deleted();
    await eventually(() => !existsSync(desktop.path(world.path('Planos'))), 'the folder to go');
    await world.rests(desktop);
    expect(existsSync(desktop.path(retired('Planos')))).toBe(false);
  });

  test.runIf(isLinux)(
    'while a program writes in it the folder stays, is listed, and nothing of it is sent',
    async () => {
      const folder = await shared('Visitas');
      const part = world.path('Visitas', 'video.mp4.part');
      await desktop.write(part, 'primera parte');
      const writer = await open(desktop.path(part), 'a');
      await folder.deleted();
      await world.rests(desktop, ['left-behind']);
      expect(desktop.engine.blocked).toMatchObject([{ path: world.path('Visitas'), detail: 'open' }]);
      // The download comes to its end, under a name that would be a document's; also over a restart.
      await writer.write(', segunda parte');
      world.wrote('primera parte, segunda parte', part);
      await rename(desktop.path(part), desktop.path(world.path('Visitas', 'video.mp4')));
      await world.rests(desktop, ['left-behind']);
      await desktop.pause();
      await desktop.resume();
      await world.rests(desktop, ['left-behind']);
      expect(await world.records('video.mp4')).toEqual([]);
      expect(await folders()).not.toContain('Visitas');
      await writer.close();
      await world.rests(desktop);
      expect(await text(retired('Visitas', 'video.mp4'))).toBe('primera parte, segunda parte');
      expect(existsSync(desktop.path(world.path('Visitas')))).toBe(false);
      expect(await world.records('video.mp4')).toEqual([]);
      await world.nothingLost();
    },
  );

  test('while an office program has something open in it, the folder stays', async () => {
    const folder = await shared('Cartas');
    await world.save(desktop, world.path('Cartas', 'Borrador.docx~'), 'borrador');
    await desktop.write(world.path('Cartas', '~$rador.docx'), 'Ana');
    await folder.deleted();
    await world.rests(desktop, ['left-behind']);
    expect(await text(world.path('Cartas', 'Borrador.docx~'))).toBe('borrador');
    await rm(desktop.path(world.path('Cartas', '~$rador.docx')));
    await world.rests(desktop);
    expect(await text(retired('Cartas', 'Borrador.docx~'))).toBe('borrador');
  });

  test('the same with a folder in it that stays: nothing of that is sent, and what is new comes', async () => {
    const folder = await shared('Faenas');
    const above = (await world.browser.ok('foldersByGroup', { params: { group: world.library.id } })).find(
      ({ name }) => name === 'Faenas',
    );
    const inner = await world.folder('Norte', above?._id ?? '');
    await eventually(() => existsSync(desktop.path(world.path('Faenas', 'Norte'))), 'the inner folder');
    await world.save(desktop, world.path('Faenas', 'Norte', 'Borrador.docx~'), 'faena');
    await desktop.write(world.path('Faenas', 'Norte', '~$rador.docx'), 'Ana');
    await world.rests(desktop);
    await world.browser.ok('folderDelete', { params: { id: inner } });
    await folder.deleted();
    await world.rests(desktop, ['left-behind']);
    const id = await world.folder('Faenas');
    await world.document('Otra.pdf', 'la otra', id);
    await eventually(() => desktop.read(world.path('Faenas', 'Otra.pdf')), 'the new one');
    await world.rests(desktop, ['left-behind']);
    expect(await folders()).not.toContain('Norte');
    await rm(desktop.path(world.path('Faenas', 'Norte', '~$rador.docx')));
    await world.rests(desktop);
    expect(await text(retired('Faenas', 'Norte', 'Borrador.docx~'))).toBe('faena');
    expect(await text(world.path('Faenas', 'Otra.pdf'))).toBe('la otra');
  });

  test('the server has a folder of that name again: the one that stayed becomes it', async () => {
    const folder = await shared('Oficios');
    await world.save(desktop, world.path('Oficios', 'Borrador.docx~'), 'oficio');
    await desktop.write(world.path('Oficios', '~$rador.docx'), 'Ana');
    await folder.deleted();
    await world.rests(desktop, ['left-behind']);
    const id = await world.folder('Oficios');
    await world.document('Nuevo.pdf', 'el nuevo', id);
    await eventually(() => desktop.read(world.path('Oficios', 'Nuevo.pdf')), 'the new one');
    await world.rests(desktop);
    expect(await text(world.path('Oficios', 'Borrador.docx~'))).toBe('oficio');
  });

  test('what cannot be read or moved stays, and goes once it can be', async () => {
    const other = await world.prepare();
    await other.resume();
    await world.rests(other);
    const folder = await shared('Cerrada', other);
    const drafts = world.path('Cerrada', 'Borradores~');
    await world.save(other, `${drafts}/Presupuesto.xlsx`, 'cerrado con llave');
    await other.pause();
    await folder.deleted();
    await chmod(other.path(drafts), 0);
    const command = new Command(world, other, { under: asOneOfMany() });
    expect((await command.ended).code, command.output).toBe(4);
    expect((await lstat(other.path(drafts))).isDirectory()).toBe(true);
    expect(await folders()).not.toContain('Cerrada');
    await chmod(other.path(drafts), 0o755);
    await other.resume();
    await world.rests(other);
    expect(String(await other.read(retired('Cerrada', 'Borradores~', 'Presupuesto.xlsx')))).toBe(
      'cerrado con llave',
    );
    await other.pause();
    await world.nothingLost();
  });

  test('a file in Retirados has the name of the folder: both stay', async () => {
    await mkdir(desktop.path(retired()), { recursive: true });
    await writeFile(desktop.path(retired('Bodega')), world.wrote('un archivo', 'Bodega'));
    const folder = await shared('Bodega');
    await world.save(desktop, world.path('Bodega', 'Minuta.tmp'), 'de la bodega');
    await folder.deleted();
    // A comparison that began before the deletion rests, too.
    await eventually(() => !existsSync(desktop.path(world.path('Bodega'))), 'the folder to go');
    await world.rests(desktop);
    expect(await text(retired('Bodega'))).toBe('un archivo');
    expect(await text(retired('Bodega (2)', 'Minuta.tmp'))).toBe('de la bodega');
  });

  test('its person has a file named Retirados: it is listed, and what is retired goes beside it', async () => {
    const own = 'Andes/Retirados';
    const beside = (...names: string[]) => [`${own} (2)`, 'Calidad', ...names].join('/');
    const outside = () =>
      desktop.engine.notSynced.filter(({ reason }) => reason === 'outside').map(({ path }) => path);
    const before = desktop.path('De antes');
    await rename(desktop.path(own), before);
    await world.save(desktop, own, 'la lista de los jubilados');
    await eventually(() => outside().includes(own), 'the file to be listed');
    const folder = await shared('Talleres');
    await world.save(desktop, world.path('Talleres', 'Minuta.tmp'), 'del taller');
    await folder.deleted();
    await eventually(() => !existsSync(desktop.path(world.path('Talleres'))), 'the folder to go');
    const { record } = await world.document('Pauta.txt', 'pauta');
    await eventually(() => desktop.read(world.path('Pauta.txt')), 'the document');
    await world.rests(desktop);
    await desktop.pause();
    await world.save(desktop, world.path('Pauta.txt'), 'pauta, corregida sin conexión');
    await world.browser.ok('recordDelete', { params: { id: record } });
    await desktop.resume();
    await eventually(() => !existsSync(desktop.path(world.path('Pauta.txt'))), 'the edited document to go');
    await world.rests(desktop);
    expect(await text(own)).toBe('la lista de los jubilados');
    expect(await text(beside('Talleres', 'Minuta.tmp'))).toBe('del taller');
    expect(await text(beside('Pauta.txt'))).toBe('pauta, corregida sin conexión');
    // Nobody is told to put into a library what left it.
    expect(outside()).toEqual(expect.arrayContaining([own]));
    expect(outside()).not.toContain(`${own} (2)`);
    await world.nothingLost();
    await rename(desktop.path(own), desktop.path(world.path('Jubilados')));
    await rename(before, desktop.path(own));
    await eventually(() => !outside().includes(own), 'the file to be listed no more');
    await world.rests(desktop);
  });

  test('a library lost: the documents go, everything else is kept', async () => {
    await shared('Contratos');
    await shared('Anexos');
    // Patterns of one's own hold nothing back in a library that is lost: it is a new file, and stays where it is.
    const covered = world.path('Anexos', 'Anexo.bak');
    await world.save(desktop, covered, 'anexo');
    await world.save(desktop, world.path('Contratos', 'Borradores~', 'Presupuesto final.xlsx'), 'final');
    await world.server.database.db.deleteFrom('group_members').where('user_id', '=', world.ana.id).execute();
    desktop.engine.markLibraries();
    await eventually(() => {
      desktop.runner.lookEverywhere();
      return !existsSync(desktop.path(world.path('Contratos', 'Contratos.pdf')));
    }, 'the document to go');
    await eventually(
      async () => (await text(retired('Contratos', 'Borradores~', 'Presupuesto final.xlsx'))) === 'final',
      'its draft',
    );
    expect(await text(covered)).toBe('anexo');
    await world.nothingLost();
  });
});
