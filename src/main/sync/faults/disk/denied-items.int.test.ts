import { chmod, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ASIDE } from '../../engine/layout.ts';
import { arrivals } from '../../testing/arrivals.ts';
import { Command } from '../../testing/command.ts';
import { eventually } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';
import { asOneOfMany } from '../../testing/narrow-system.ts';

describe('one item that the system denies holds only itself', () => {
  let world: DiskWorld;
  const { onServer, onDisk } = arrivals(() => world);
  const at = (...names: string[]) => world.path(...names);

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
  });

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
  });

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
  });

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
  });

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
  });

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
  });
});
