import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { Network } from '../../adapters/network.ts';
import { keptFree } from '../../executors/disk-room.ts';
import { Command } from '../../testing/command.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';
import { smallDisk } from '../../testing/narrow-system.ts';

const MIB = 1 << 20;
const DISK = 96;
/** What is kept free of a disk of this size. */
const KEPT = keptFree(DISK * MIB);
const pdf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes), Buffer.from('%%EOF\n')]);

/** The sync folder, the journal and other programs' files share one small disk. */
describe('a disk with too little room', () => {
  let world: DiskWorld;
  let disk: Awaited<ReturnType<typeof smallDisk>>;
  let desktop: TestDesktop;
  let network: Network;
  const at = (name: string) => world.path(name);
  const log = () =>
    `${desktop.log.join('\n')}\n${desktop.runs ? JSON.stringify(desktop.engine.blocked) : 'stopped'}`;
  const free = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(desktop.root);
    return bavail * bsize;
  };
  const ballast = () => join(disk?.path ?? '', 'lastre');
  /** Another program takes all room but for so many MiB. */
  const fillUpTo = async (left: number) => {
    const bytes = Math.floor((await free()) - left * MIB);
    await writeFile(ballast(), Buffer.alloc(bytes));
  };
  const unfitting = () =>
    desktop.engine.blocked.filter(({ reason }) => reason === 'no-space').map(({ path }) => path);
  const parts = () => readdir(desktop.path('.legajo/tmp')).catch(() => []);
  const partBytes = async () => {
    const sizes = (await parts()).map(async (name) => (await stat(desktop.path('.legajo/tmp', name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const arrives = (name: string, bytes: Buffer | string) =>
    eventually(async () => (await desktop.read(at(name)))?.equals(Buffer.from(bytes)), log);
  const isSent = (name: string, versions: number) =>
    eventually(async () => {
      const known = (await world.records(name)).length === 1;
      return known && (await world.versions(name)).length === versions;
    }, log);

  beforeEach(async ({ skip }: TestContext) => {
    disk = await smallDisk(DISK);
    if (!disk) return skip('This system mounts no small disk');
    world = await DiskWorld.start();
    network = new Network(world.server.url);
    desktop = await world.desktop({ folder: join(disk.path, 'escritorio'), network });
    await world.save(desktop, at('Nota.pdf'), 'nota, primera');
    await isSent('Nota.pdf', 1);
  });
  afterEach(async () => {
    if (!disk) return;
    network.setLimits({ up: 0, down: 0 });
    await world.rests(desktop);
    await world.nothingHalf(desktop);
    await world.nothingLost();
    await world.stop();
    await disk.remove();
  });

  test('a document that does not fit is never begun; all others go on, and it comes once there is room', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    await fillUpTo(30);
    const plan = pdf(40 * MIB);
    await world.document('Plano.pdf', plan);
    await eventually(() => unfitting().includes(at('Plano.pdf')), log);
    expect(await parts()).toEqual([]);
    expect(await free()).toBeGreaterThan(KEPT);
    await world.save(desktop, at('Nota.pdf'), 'nota, segunda');
    await world.save(desktop, at('Nueva.pdf'), pdf(2 * MIB));
    await world.document('Ajena.pdf', 'de otra persona');
    await isSent('Nota.pdf', 2);
    await isSent('Nueva.pdf', 1);
    await arrives('Ajena.pdf', 'de otra persona');
    await eventually(() => desktop.runner.status === 'online', log);
    expect(desktop.engine.blocked).toEqual([
      expect.objectContaining({ reason: 'no-space', path: at('Plano.pdf'), bytes: plan.length }),
    ]);
    const failed = desktop.activity.filter(({ kind }) => kind === 'failed');
    expect(failed.map(({ path, code }) => [path, code])).toEqual([[at('Plano.pdf'), 'full']]);
    const tries = () => desktop.steps.filter(({ type }) => type === 'download failed').length;
    const before = tries();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    // Its pause grows from a second, so it is tried twice or three times.
    expect(tries() - before).toBeLessThanOrEqual(3);
    // Its next try may be a minute away by now.
    await rm(ballast());
    await world.document('Otra.pdf', 'otra');
    await arrives('Plano.pdf', plan);
    await eventually(() => unfitting().length === 0, log);
  });

  test('a command that looks once says what does not fit each time, and ends with 4', async () => {
    await fillUpTo(30);
    await world.document('Plano.pdf', pdf(40 * MIB));
    await eventually(() => unfitting().includes(at('Plano.pdf')), log);
    await desktop.pause();
    for (let run = 0; run < 3; run += 1) {
      const command = new Command(world, desktop);
      expect((await command.ended).code, command.output).toBe(4);
      expect(command.output).toMatch(/Pendiente: «.*Plano\.pdf»\. No cabe en el disco: necesita 4\d/);
    }
    await desktop.resume();
    await rm(ballast());
  });

  test('what was replaced or removed here gives its room to what waits for it', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    const [before, beside, waits] = [pdf(30 * MIB), pdf(30 * MIB), pdf(30 * MIB)];
    const removed = await world.document('Antes.pdf', before);
    await world.document('Al lado.pdf', beside);
    await arrives('Antes.pdf', before);
    await arrives('Al lado.pdf', beside);
    await world.document('Espera.pdf', waits);
    await eventually(() => unfitting().includes(at('Espera.pdf')), log);
    await world.browser.ok('recordDelete', { params: { id: removed.record } });
    await arrives('Espera.pdf', waits);
    await eventually(() => unfitting().length === 0, log);
    expect(await free()).toBeGreaterThan(KEPT);
  });

  test('a shorter version comes where only the kept room is free, and gives back what it took', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    const [before, after] = [pdf(20 * MIB), pdf(2 * MIB)];
    const plan = await world.document('Plano.pdf', before);
    await arrives('Plano.pdf', before);
    await world.rests(desktop);
    await fillUpTo(7);
    await world.edit(plan, after);
    await arrives('Plano.pdf', after);
    await eventually(async () => (await free()) > KEPT, log);
    expect(unfitting()).toEqual([]);
  });

  test('many at once leave some room free, however little is left, and say so in one line', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    await fillUpTo(12);
    network.setLimits({ up: 0, down: 1 });
    const names = Array.from({ length: 25 }, (_, at) => `Foto ${at}.pdf`);
    const all = new Map(names.map((name) => [name, pdf(MIB - 100)]));
    for (const [name, bytes] of all) await world.document(name, bytes);
    network.setLimits({ up: 0, down: 0 });
    await eventually(() => {
      const [item, ...others] = desktop.engine.blocked;
      return others.length === 0 && item?.path === 'Andes/Calidad' && (item.inside ?? 0) >= 20;
    }, log);
    expect(await free()).toBeGreaterThan(KEPT - MIB);
    await rm(ballast());
    await world.document('Otra.pdf', 'otra');
    for (const [name, bytes] of all) await arrives(name, bytes);
  });

  test('room that others take while a document comes: nothing of it is kept, and it comes later', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    network.setLimits({ up: 0, down: 2000 });
    const plan = pdf(24 * MIB);
    await world.document('Plano.pdf', plan);
    await eventually(async () => (await partBytes()) > 2 * MIB, log);
    await fillUpTo(0).catch(() => {});
    network.setLimits({ up: 0, down: 0 });
    await eventually(() => unfitting().includes(at('Plano.pdf')) || desktop.runner.status === 'problem', log);
    await rm(ballast());
    await world.save(desktop, at('Nota.pdf'), 'nota, segunda');
    await isSent('Nota.pdf', 2);
    await arrives('Plano.pdf', plan);
  });

  test('a part of a document on a disk that others have filled is given up at the start', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    network.setLimits({ up: 0, down: 2000 });
    const plan = pdf(24 * MIB);
    await world.document('Plano.pdf', plan);
    await eventually(async () => (await partBytes()) > 2 * MIB, log);
    await desktop.pause();
    expect(await parts()).toHaveLength(1);
    await fillUpTo(0).catch(() => {});
    network.setLimits({ up: 0, down: 0 });
    await desktop.resume();
    await eventually(async () => (await parts()).length === 0, log);
    await world.save(desktop, at('Nota.pdf'), 'n2');
    await isSent('Nota.pdf', 2);
    await rm(ballast());
    await world.save(desktop, at('Nota.pdf'), 'nota, tercera');
    await arrives('Plano.pdf', plan);
  });

  test('an edit without room for its copy waits in its place, is listed, and others go on', {
    tags: 'sync-disk-and-limits',
  }, async () => {
    await fillUpTo(60);
    await world.save(desktop, at('Plano.pdf'), pdf(40 * MIB));
    await eventually(() => unfitting().includes(at('Plano.pdf')), log);
    expect(await free()).toBeGreaterThan(KEPT);
    await world.save(desktop, at('Nota.pdf'), 'nota, segunda');
    await isSent('Nota.pdf', 2);
    await rm(ballast());
    await world.save(desktop, at('Nota.pdf'), 'nota, tercera');
    await isSent('Plano.pdf', 1);
  });
});
