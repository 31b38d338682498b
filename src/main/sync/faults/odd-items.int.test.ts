import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskName } from '#shared/platform/names.ts';
import { ASIDE } from '../engine/layout.ts';
import { readableName } from '../local/broken-names.ts';
import { Command } from '../testing/command.ts';
import { eventually, type TestDesktop } from '../testing/desktop.ts';
import { DiskWorld } from '../testing/disk-world.ts';
import { asOneOfMany } from '../testing/narrow-system.ts';

describe('one odd item holds only itself', () => {
  let world: DiskWorld;
  const at = (...names: string[]) => world.path(...names);
  const onServer = (name: string, command?: Command) =>
    eventually(
      async () => (await world.records(name)).length === 1,
      () => `${name}\n${command?.output ?? ''}`,
    );
  const onDisk = (desktop: TestDesktop, path: string, text: string, command?: Command) =>
    eventually(
      async () => (await desktop.read(path))?.toString() === text,
      () => `${path}\n${command?.output ?? desktop.log.join('\n')}`,
    );
  const blockedOf = (desktop: TestDesktop) =>
    desktop.engine.blocked.map(({ path, reason, detail }) => [path, reason, detail]);

  beforeAll(async () => {
    world = await DiskWorld.start();
  });
  afterAll(() => world?.stop());

  test('a folder that cannot be listed: nothing in it counts as gone, everything else goes on', async () => {
    const desktop = await world.prepare();
    const folder = await world.folder('Reservada');
    for (let n = 0; n < 8; n += 1) await world.document(`Reservado ${n}.pdf`, `reservado ${n}`, folder);
    expect((await new Command(world, desktop).ended).code).toBe(0);
    await chmod(desktop.path(at('Reservada')), 0o000);
    // Started anew it knows of the folder's content by its journal alone.
    const command = new Command(world, desktop, { once: false, under: asOneOfMany() });
    await world.save(desktop, at('Escrita aquí.pdf'), 'escrita aquí');
    await onServer('Escrita aquí.pdf', command);
    await world.document('Viene.pdf', 'viene');
    await onDisk(desktop, at('Viene.pdf'), 'viene', command);
    await command.stop();
    expect(command.output).toContain(`Pendiente: «${at('Reservada')}». Este equipo no deja leerlo`);
    expect(command.output).not.toContain('--accept-deletes');
    expect(command.output).not.toMatch(/Problema:/);
    await chmod(desktop.path(at('Reservada')), 0o755);
    await desktop.resume();
    await world.rests(desktop);
    const stopped = [...desktop.engine.memory.content.synced.values()].filter((node) => node.stopped);
    expect(stopped).toEqual([]);
    expect((await readdir(desktop.path(at('Reservada')))).length).toBe(8);
    expect((await world.records('Reservado 3.pdf')).length).toBe(1);
    await world.nothingLost();
    await world.dismiss(desktop);
  }, 60_000);

  test('a file that cannot be read is named, and comes once it can be; the engine rests meanwhile', async () => {
    const desktop = await world.prepare();
    await world.document('Conocido.pdf', 'conocido');
    expect((await new Command(world, desktop).ended).code).toBe(0);
    await world.save(desktop, at('Cerrado.pdf'), 'cerrado');
    for (const name of ['Cerrado.pdf', 'Conocido.pdf']) await chmod(desktop.path(at(name)), 0o000);
    const command = new Command(world, desktop, { once: false, under: asOneOfMany() });
    await world.save(desktop, at('Abierto.pdf'), 'abierto');
    await onServer('Abierto.pdf', command);
    await chmod(desktop.path(at('Cerrado.pdf')), 0o644);
    await onServer('Cerrado.pdf', command);
    await command.stop();
    const [before = '', after = ''] = command.output.split('Al terminar');
    for (const name of ['Cerrado.pdf', 'Conocido.pdf'])
      expect(before).toContain(`Pendiente: «${at(name)}». Este equipo no deja leerlo`);
    expect(before).toContain(`Ya no está pendiente: «${at('Cerrado.pdf')}».`);
    expect(after).toContain(`Pendiente: «${at('Conocido.pdf')}». Este equipo no deja leerlo`);
    expect(after).not.toContain('Cerrado.pdf');
    // With one comparison it ends, though that file stays blocked.
    const once = new Command(world, desktop, { under: asOneOfMany() });
    expect((await once.ended).code, once.output).toBe(4);
    expect(once.output).toContain('En línea: todo al día, salvo lo pendiente (1).');
    expect(once.output).not.toContain('todo al día.');
    await chmod(desktop.path(at('Conocido.pdf')), 0o644);
    await desktop.resume();
    await world.rests(desktop);
    expect((await world.versions('Conocido.pdf')).length).toBe(1);
    await world.dismiss(desktop);
  }, 60_000);

  test('a folder that may not be written in: one item names it, and it comes with its content', async () => {
    const desktop = await world.prepare();
    const folder = await world.folder('Solo lectura');
    await world.document('Primero.pdf', 'primero', folder);
    expect((await new Command(world, desktop).ended).code).toBe(0);
    await chmod(desktop.path(at('Solo lectura')), 0o555);
    const inner = await world.folder('Interior', folder);
    for (const n of [1, 2, 3]) await world.document(`Interior ${n}.pdf`, `interior ${n}`, inner);
    const command = new Command(world, desktop, { under: asOneOfMany() });
    expect((await command.ended).code, command.output).toBe(4);
    const told = (command.output.split('Al terminar')[0] ?? '')
      .split('\n')
      .filter((line) => line.includes('Pendiente') && line.includes('Solo lectura'));
    expect(told.map((line) => line.slice(9))).toEqual([
      `Pendiente: «${at('Solo lectura/Interior')}». Este equipo no deja escribir ahí; revisa los permisos de la carpeta.`,
    ]);
    await chmod(desktop.path(at('Solo lectura')), 0o755);
    await desktop.resume();
    await world.rests(desktop);
    await onDisk(desktop, at('Solo lectura/Interior/Interior 3.pdf'), 'interior 3');
    await world.nothingLost();
    await world.dismiss(desktop);
  }, 60_000);

  test('a document that may not be taken from its folder: it stays, is named, and holds nothing else', async () => {
    const desktop = await world.prepare();
    const folder = await world.folder('Sellada');
    const { record } = await world.document('Sellado.pdf', 'sellado', folder);
    expect((await new Command(world, desktop).ended).code).toBe(0);
    await chmod(desktop.path(at('Sellada')), 0o555);
    await world.browser.ok('recordDelete', { params: { id: record } });
    const command = new Command(world, desktop, { once: false, under: asOneOfMany() });
    // It is tried again and again.
    await eventually(
      () =>
        (command.output.match(/^denied: /gm)?.length ?? 0) > 0 &&
        /En línea: todo al día/.test(command.output),
      () => command.output,
    );
    await world.save(desktop, at('Otra.pdf'), 'otra');
    await onServer('Otra.pdf', command);
    await command.stop();
    expect(command.output).not.toMatch(/Problema:/);
    expect(command.output).toContain(`Pendiente: «${at('Sellada/Sellado.pdf')}». Este equipo no deja`);
    // Each try gave it a second name, and none is left.
    expect(await readdir(desktop.path(ASIDE))).toEqual([]);
    await chmod(desktop.path(at('Sellada')), 0o755);
    await desktop.resume();
    await world.rests(desktop);
    expect(await desktop.read(at('Sellada/Sellado.pdf'))).toBeUndefined();
    await world.dismiss(desktop);
  }, 60_000);

  test('a document that may not be moved out of its folder: its own place is named, and tries grow rare', async () => {
    const desktop = await world.prepare();
    const [from, to] = [await world.folder('Cerrada'), await world.folder('Abierta')];
    const { record } = await world.document('Quieto.pdf', 'quieto', from);
    expect((await new Command(world, desktop).ended).code).toBe(0);
    await chmod(desktop.path(at('Cerrada')), 0o555);
    await world.browser.ok('batchMove', {
      body: { group: world.library.id, folder: to, items: [{ record }] },
    });
    const command = new Command(world, desktop, { once: false, under: asOneOfMany() });
    const blocked = `Pendiente: «${at('Cerrada/Quieto.pdf')}». Este equipo no deja escribir ahí`;
    await eventually(
      () => command.output.includes(blocked),
      () => command.output,
    );
    // Each try gives it a second name for a moment: that is no reason for the next.
    await delay(8000);
    expect(command.output.match(/^denied: /gm)?.length ?? 0, command.output).toBeLessThanOrEqual(5);
    expect(command.output).not.toContain('Ya no está pendiente');
    expect(await readdir(desktop.path(at('Abierta')))).toEqual([]);
    await chmod(desktop.path(at('Cerrada')), 0o755);
    await onDisk(desktop, at('Abierta/Quieto.pdf'), 'quieto', command);
    await command.stop();
    await desktop.resume();
    await world.rests(desktop);
    await world.nothingLost();
    await world.dismiss(desktop);
  }, 60_000);

  test('a document that may not get the name that others gave it: the name that its person sees is named', async () => {
    const desktop = await world.prepare();
    const folder = await world.folder('Fija');
    const { record } = await world.document('Antes.pdf', 'antes', folder);
    expect((await new Command(world, desktop).ended).code).toBe(0);
    await chmod(desktop.path(at('Fija')), 0o555);
    const { rev } = await world.browser.ok('recordById', { params: { id: record } });
    await world.browser.ok('recordUpdate', { params: { id: record }, body: { rev, name: 'Después.pdf' } });
    const command = new Command(world, desktop, { under: asOneOfMany() });
    expect((await command.ended).code, command.output).toBe(4);
    expect(command.output).toContain(
      `Pendiente: «${at('Fija/Antes.pdf')}». Este equipo no deja escribir ahí`,
    );
    expect(command.output).not.toContain('«Org/Calidad/Fija/Después');
    await chmod(desktop.path(at('Fija')), 0o755);
    await desktop.resume();
    await world.rests(desktop);
    await onDisk(desktop, at('Fija/Después.pdf'), 'antes');
    await world.dismiss(desktop);
  }, 60_000);

  test('a name of 255 bytes is synced: the lock file that it cannot have is none', async () => {
    const desktop = await world.desktop();
    const name = `${'ñ'.repeat(125)}.pdf`;
    await world.save(desktop, at(name), 'nombre largo');
    await onServer(name);
    await world.rests(desktop);
    const [record] = await world.records(name);
    const [base] = await world.browser.ok('versionsByRecord', { params: { id: record?._id ?? '' } });
    await world.edit({ name, record: record?._id ?? '', version: base?._id ?? '' }, 'nombre largo, segunda');
    // The server's name for disks is the shorter one.
    await onDisk(desktop, at(diskName(name)), 'nombre largo, segunda');
    await world.dismiss(desktop);
  }, 60_000);

  test('more than 20 levels: the outermost folder that cannot be made is one item, the rest goes on', async () => {
    const desktop = await world.desktop();
    const levels = Array.from({ length: 22 }, (_, n) => `n${n + 1}`);
    const deep = levels.join('/');
    for (const n of [1, 2, 3]) await world.save(desktop, at(deep, `Profundo ${n}.pdf`), `profundo ${n}`);
    await world.save(desktop, at(levels.slice(0, 20).join('/'), 'Llega.pdf'), 'llega');
    await onServer('Llega.pdf');
    await world.rests(desktop, ['too-deep']);
    expect(desktop.engine.blocked).toMatchObject([
      {
        path: at(levels.slice(0, 21).join('/')),
        reason: 'too-deep',
        detail: 'folder_depth',
        inside: 3,
      },
    ]);
    const asked = () =>
      world.requests.filter((each) => each === 'POST /docs/folders' || each === 'PUT /docs/folders').length;
    const before = asked();
    await world.save(desktop, at('Otra cosa.pdf'), 'otra cosa');
    await onServer('Otra cosa.pdf');
    expect(asked() - before).toBeLessThanOrEqual(1);
    // Moved up, it is tried at once.
    await rename(desktop.path(at(levels.slice(0, 21).join('/'))), desktop.path(at('Arriba')));
    await onServer('Profundo 2.pdf');
    await world.rests(desktop);
    expect(blockedOf(desktop)).toEqual([]);
    await world.nothingLost();
    await world.dismiss(desktop);
  }, 60_000);

  test('what is never synced is said, and can be renamed', async () => {
    const desktop = await world.desktop();
    const library = desktop.path(at());
    await mkdir(join(library, 'Borradores~'), { recursive: true });
    await writeFile(
      join(library, 'Borradores~', 'Presupuesto.pdf'),
      world.wrote('presupuesto', 'Borradores~'),
    );
    await symlink('/etc/hostname', join(library, 'Enlace'));
    spawnSync('mkfifo', [join(library, 'Tubería')]);
    const broken = (name: number[]) => Buffer.concat([Buffer.from(`${library}/`), Buffer.from(name)]);
    // "Año.pdf" as a ZIP of code page 850 and as Latin-1 leave it.
    await writeFile(broken([0x41, 0xa4, 0x6f, 0x2e, 0x70, 0x64, 0x66]), world.wrote('cp850', 'Año'));
    await writeFile(broken([0x4e, 0xf3, 0x6d, 0x2e, 0x70, 0x64, 0x66]), world.wrote('latin', 'Nóm'));
    await world.rests(desktop);
    const said = () =>
      desktop.engine.notSynced
        .map(({ path, reason, proposed }) => [dirname(path), reason, proposed])
        .sort(
          (a, b) =>
            String(a[1] ?? '').localeCompare(String(b[1] ?? '')) || String(a[2]).localeCompare(String(b[2])),
        );
    expect(said()).toEqual([
      ['Andes/Calidad', 'broken-name', 'Año.pdf'],
      ['Andes/Calidad', 'broken-name', 'Nóm.pdf'],
      ['Andes/Calidad', 'link', undefined],
      ['Andes/Calidad', 'special', undefined],
      ['Andes/Calidad', 'temporary-folder', 'Borradores'],
    ]);
    expect(desktop.runner.status).toBe('online');
    for (const { path, proposed } of desktop.engine.notSynced)
      if (proposed) await desktop.engine.renameNotSynced(path);
    desktop.runner.wake();
    for (const name of ['Año.pdf', 'Nóm.pdf', 'Presupuesto.pdf']) await onServer(name);
    await world.rests(desktop);
    expect(said().map(([, reason]) => reason)).toEqual(['link', 'special']);
    await world.nothingLost();
    await world.dismiss(desktop);
  }, 60_000);

  test('what lies beside the libraries is said as soon as it is put there, and until it lies in one', async () => {
    const desktop = await world.desktop();
    await world.rests(desktop);
    const said = () => desktop.engine.notSynced.filter(({ reason }) => reason === 'outside');
    const told = (...paths: string[]) =>
      eventually(
        () => JSON.stringify(said().map(({ path }) => path)) === JSON.stringify(paths),
        () => `${paths}, got ${JSON.stringify(desktop.engine.notSynced)}`,
      );
    await desktop.write('Suelta.pdf', 'un nivel más arriba');
    await desktop.write('Andes/Nota.docx', 'junto a las bibliotecas');
    await desktop.write('Andes/Obras/Plano.pdf', 'en una carpeta que no es de una biblioteca');
    // Nobody misses these.
    await desktop.write('Andes/.DS_Store', 'x');
    await desktop.write('Andes/~$Nota.docx', 'x');
    await desktop.write('Andes/Retirados/Calidad/Minuta.pdf', 'retirada');
    await mkdir(desktop.path('Andes/Vacía'));
    await mkdir(desktop.path('lost+found'));
    await told('Andes/Nota.docx', 'Andes/Obras', 'Suelta.pdf');
    await rename(desktop.path('Andes/Obras'), desktop.path(at('Obras')));
    await rename(desktop.path('Suelta.pdf'), desktop.path(at('Suelta.pdf')));
    for (const name of ['Suelta.pdf', 'Plano.pdf']) await onServer(name);
    await told('Andes/Nota.docx');
    await world.dismiss(desktop);
  }, 60_000);
});

test('a name of bytes is read as Spanish is written', () => {
  const cp850 = [0x4e, 0xa3, 0x6d, 0x65, 0x72, 0x6f, 0x20, 0xa7, 0x31];
  expect(readableName(Uint8Array.from(cp850))).toBe('Número º1');
  expect(readableName(Buffer.from('Resolución Nº 4 – año.pdf', 'latin1'))).toContain('Resolución Nº 4');
  expect(readableName(Uint8Array.from([0xa5, 0x75, 0xa4, 0x6f, 0x61]))).toBe('Ñuñoa');
});
