import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadPath } from '../../engine/layout.ts';
import { Command } from '../../testing/command.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';
import { asOneOfMany, fewWatches, smallDisk, smallFiles } from '../../testing/narrow-system.ts';

const MIB = 1 << 20;
const large = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]);

describe('a disk that does not take what it should', () => {
  let world: DiskWorld;
  const at = (...names: string[]) => world.path(...names);
  const said = (command: Command, pattern: RegExp) =>
    eventually(
      () => pattern.test(command.output),
      () => command.output,
    );
  const arrives = (desktop: TestDesktop, path: string, bytes: Buffer, command?: Command) =>
    eventually(
      async () => (await desktop.read(path))?.equals(bytes),
      () => `${path}\n${command?.output ?? desktop.log.join('\n')}`,
    );
  /** The same disk in this process: nothing is left to do, nothing is lost, and nothing half. */
  const inOrder = async (desktop: TestDesktop) => {
    await desktop.resume();
    await world.rests(desktop);
    await world.nothingHalf(desktop);
    await world.nothingLost();
    await world.dismiss(desktop);
  };

  beforeAll(async () => {
    world = await DiskWorld.start();
  });
  afterAll(() => world?.stop());

  test('disk full: nothing half-made is seen, an edit waits, and all of it goes on once there is room', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    const disk = await smallDisk(48);
    try {
      const folder = disk && join(disk.path, 'escritorio');
      const desktop = await world.prepare(folder ? { folder } : {});
      const note = await world.document('Nota.pdf', 'nota, primera');
      const once = new Command(world, desktop);
      expect((await once.ended).code, once.output).toBe(0);
      const plan = large(24 * MIB);
      await world.document('Plano.pdf', plan);
      const ballast = join(disk?.path ?? desktop.stateDir, 'lastre');
      await writeFile(ballast, Buffer.alloc(disk ? 32 * MIB : 0));
      const limited = new Command(world, desktop, { once: false, ...(disk ? {} : smallFiles(16 * MIB)) });
      let command = limited;
      await said(command, /No se pudo sincronizar: Andes\/Calidad\/Plano\.pdf\. No queda espacio/);
      await world.save(desktop, at('Nota.pdf'), 'nota, segunda');
      expect(await desktop.documents()).toEqual([at('Nota.pdf')]);
      // Without any room the journal cannot note a thing either.
      if (disk) await writeFile(ballast, Buffer.alloc(48 * MIB)).catch(() => {});
      // Its next tries meet the full disk. What they say depends on whether the edit was noted before it was full.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await rm(ballast);
      if (!disk) {
        await limited.stop();
        command = new Command(world, desktop, { once: false });
      }
      // It is tried again with the next change, or after a pause that grows.
      await world.save(desktop, at('Hay lugar.pdf'), 'hay lugar');
      await arrives(desktop, at('Plano.pdf'), plan, command);
      await eventually(
        async () => (await world.versions('Nota.pdf')).length === 2,
        () => command.output,
      );
      await command.stop();
      await inOrder(desktop);
      expect(note.record).toBeTruthy();
    } finally {
      await disk?.remove();
    }
  });

  test('a file larger than this disk takes holds up nobody else', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    const desktop = await world.prepare();
    const plan = large(24 * MIB);
    await world.document('Plano general.pdf', plan);
    const command = new Command(world, desktop, { once: false, ...smallFiles(16 * MIB) });
    await said(command, /No se pudo sincronizar: Andes\/Calidad\/Plano general\.pdf/);
    await world.document('Después.pdf', 'después');
    await arrives(desktop, at('Después.pdf'), Buffer.from('después'), command);
    await world.save(desktop, at('Escrito aquí.pdf'), 'escrito aquí');
    await eventually(
      async () => (await world.records('Escrito aquí.pdf')).length === 1,
      () => command.output,
    );
    await command.stop();
    // On a disk that takes it, it comes.
    await desktop.resume();
    await arrives(desktop, at('Plano general.pdf'), plan);
    await desktop.pause();
    await inOrder(desktop);
  });

  test('file busy: it is tried again, and comes once its program lets go', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    const desktop = await world.desktop();
    await desktop.pause();
    const bytes = large(MIB);
    const { version } = await world.document('Ocupado.pdf', bytes);
    // A program that runs cannot be written to (ETXTBSY): here it is the very file that the bytes should go to.
    const held = desktop.path(downloadPath(version));
    await mkdir(desktop.path('.legajo/tmp'), { recursive: true });
    await copyFile('/bin/sleep', held);
    await chmod(held, 0o755);
    const program = spawn(held, ['60']);
    try {
      await desktop.resume();
      await eventually(
        () => desktop.activity.some(({ kind, code }) => kind === 'failed' && code === 'busy'),
        () => JSON.stringify(desktop.activity),
      );
      await world.save(desktop, at('Mientras.pdf'), 'mientras tanto');
      await eventually(async () => (await world.records('Mientras.pdf')).length === 1, 'other work');
    } finally {
      program.kill('SIGKILL');
    }
    await arrives(desktop, at('Ocupado.pdf'), bytes);
    await desktop.pause();
    await inOrder(desktop);
  });

  test('a folder that may not be written in: what comes there waits, the rest goes on', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    const desktop = await world.prepare();
    const folder = await world.folder('Cerrada');
    await world.document('Primero.pdf', 'primero', folder);
    const once = new Command(world, desktop);
    expect((await once.ended).code, once.output).toBe(0);
    await chmod(desktop.path(at('Cerrada')), 0o555);
    const command = new Command(world, desktop, { once: false, under: asOneOfMany() });
    await world.document('Segundo.pdf', 'segundo', folder);
    await said(command, /denied/);
    await world.save(desktop, at('Abierta/Tercero.pdf'), 'tercero');
    await eventually(
      async () => (await world.records('Tercero.pdf')).length === 1,
      () => command.output,
    );
    await chmod(desktop.path(at('Cerrada')), 0o755);
    await arrives(desktop, at('Cerrada/Segundo.pdf'), Buffer.from('segundo'), command);
    await command.stop();
    await inOrder(desktop);
  });

  test('watch limit reached: it looks by itself, more often, and goes on in both directions', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    const desktop = await world.prepare();
    const folder = await world.folder('Sin vigilar');
    await world.document('Acta.pdf', 'acta, primera', folder);
    const once = new Command(world, desktop);
    expect((await once.ended).code, once.output).toBe(0);
    // Every minute where the folders tell by themselves.
    const command = new Command(world, desktop, { once: false, ...fewWatches(), args: ['--rescan', '60'] });
    await said(command, /watcher: ENOSPC/);
    await said(command, /En línea: todo al día/);
    await world.save(desktop, at('Sin vigilar/Acta.pdf'), 'acta, segunda');
    await world.save(desktop, at('Sin vigilar/Nueva.pdf'), 'nueva');
    await eventually(
      async () =>
        (await world.versions('Acta.pdf')).length === 2 && (await world.records('Nueva.pdf')).length === 1,
      () => command.output,
    );
    await world.document('Otra.pdf', 'otra', folder);
    await arrives(desktop, at('Sin vigilar/Otra.pdf'), Buffer.from('otra'), command);
    await command.stop();
    await inOrder(desktop);
  });
});
