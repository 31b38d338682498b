import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Network } from '../../adapters/network.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/** Bytes: larger than what travels within a cycle, and a minute long at the slow rate, in kB per second. */
const SIZE = 1_300_000;
const SLOW = { up: 20, down: 20 };
const FREE = { up: 0, down: 0 };
const large = (): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(SIZE), Buffer.from('%%EOF\n')]);

describe('while a large file is on its way over a slow line', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let network: Network;
  const at = (name: string) => world.path(name);
  const log = () => desktop.log.join('\n');
  /** How many versions the document of that name has; 0 where there is none. */
  const versions = async (name: string) =>
    (await world.records(name)).length === 1 ? (await world.versions(name)).length : 0;
  const isReady = async (name: string) => (await versions(name)) === 1;
  const isTravelling = (type: 'uploading' | 'downloading') =>
    eventually(() => desktop.steps.some((step) => step.type === type), log);

  beforeEach(async () => {
    world = await DiskWorld.start();
    network = new Network(world.server.url);
    desktop = await world.desktop({ network });
    await world.save(desktop, at('Nota.pdf'), 'nota, primero');
    await eventually(() => isReady('Nota.pdf'), log);
    await world.rests(desktop);
    desktop.steps.length = 0;
  });
  afterEach(async () => {
    network.setLimits(FREE);
    await world.rests(desktop);
    await world.nothingLost();
    await world.stop();
  });

  test('up: edits, new files and changes of others go on, and the panel says that it syncs', async () => {
    network.setLimits(SLOW);
    await world.save(desktop, at('Video.pdf'), large());
    await isTravelling('uploading');
    await world.save(desktop, at('Nota.pdf'), 'nota, segundo');
    await world.save(desktop, at('Otra.pdf'), 'otra');
    await world.document('Ajena.pdf', 'de otra persona');
    await eventually(async () => (await versions('Nota.pdf')) === 2, log);
    await eventually(() => isReady('Otra.pdf'), log);
    await eventually(async () => (await desktop.read(at('Ajena.pdf'))) !== undefined, log);
    expect(await versions('Video.pdf')).toBe(0);
    expect(desktop.runner.status).toBe('syncing');
    expect(desktop.rests).toBe(false);
    network.setLimits(FREE);
    await eventually(() => isReady('Video.pdf'), log);
    await world.rests(desktop);
    expect(await world.records('Video.pdf')).toHaveLength(1);
  });

  test('down: of a document that is deleted meanwhile no more comes, and nothing stays', async () => {
    network.setLimits(SLOW);
    const plan = await world.document('Plano.pdf', large());
    await isTravelling('downloading');
    const parts = () => readdir(desktop.path('.legajo/tmp'));
    await eventually(async () => (await parts()).length === 1, log);
    await world.browser.ok('recordDelete', { params: { id: plan.record } });
    // Well before its minute is over, at the same slow rate.
    await eventually(async () => (await parts()).length === 0, log);
    await eventually(() => desktop.rests, log);
    expect(await desktop.read(at('Plano.pdf'))).toBeUndefined();
  });

  test('down: a document that others move meanwhile comes to its new place, and stays there for all', async () => {
    const folder = await world.folder('Uno');
    network.setLimits(SLOW);
    const plan = await world.document('Plano.pdf', large(), folder);
    await isTravelling('downloading');
    const body = { items: [{ record: plan.record }], group: world.library.id, folder: null };
    await world.browser.ok('batchMove', { body });
    // Its desktop knows of the move before the bytes have come.
    await world.document('Ajena.pdf', 'de otra persona');
    await eventually(async () => (await desktop.read(at('Ajena.pdf'))) !== undefined, log);
    network.setLimits(FREE);
    await eventually(async () => (await desktop.read(at('Plano.pdf'))) !== undefined, log);
    await world.rests(desktop);
    expect(await desktop.read(at('Uno/Plano.pdf'))).toBeUndefined();
    expect((await world.records('Plano.pdf')).map(({ folder: where }) => where)).toEqual([null]);
  });

  describe('up: a new file that is', () => {
    const bytes = { first: large(), second: large() };
    const video = (name = 'Video.pdf') => desktop.path(at(name));
    const shas = async (name: string) => (await world.versions(name)).map(({ sha256 }) => sha256);
    const sha = (each: Buffer) => createHash('sha256').update(each).digest('hex');
    beforeEach(async () => {
      network.setLimits({ up: 200, down: 0 });
      await world.save(desktop, at('Video.pdf'), bytes.first);
      await isTravelling('uploading');
    });
    const names = async () => (await world.records()).map(({ name }) => name).sort();

    test.each<[string, () => Promise<void>]>([
      [
        'saved by another file in its place',
        async () => {
          await writeFile(video('~WRD0001.tmp'), bytes.second);
          await rename(video('~WRD0001.tmp'), video());
        },
      ],
      [
        'replaced by a copy',
        async () => {
          await rm(video());
          await writeFile(video(), bytes.second);
        },
      ],
    ])('%s stays one document', async (_, save) => {
      world.wrote(bytes.second, 'second');
      await save();
      network.setLimits(FREE);
      await eventually(async () => (await versions('Video.pdf')) === 2, log);
      expect(await names()).toEqual(['Nota.pdf', 'Video.pdf']);
      expect(await shas('Video.pdf')).toEqual(expect.arrayContaining([sha(bytes.first), sha(bytes.second)]));
    });

    const saveOver = async (name: string) => {
      world.wrote(bytes.second, 'second');
      await writeFile(video('~WRD0001.tmp'), bytes.second);
      await rename(video('~WRD0001.tmp'), video(name));
    };
    /** Until the engine has looked at the disk once more: it has found a new file. */
    const isSeen = async () => {
      await world.save(desktop, at('Después.pdf'), 'después');
      await eventually(() => isReady('Después.pdf'), log);
    };

    test('renamed, and then saved by another file, stays one document', async () => {
      await rename(video(), video('Clip.pdf'));
      await isSeen();
      await saveOver('Clip.pdf');
      network.setLimits(FREE);
      await eventually(async () => (await versions('Clip.pdf')) === 2, log);
      expect(await names()).toEqual(['Clip.pdf', 'Después.pdf', 'Nota.pdf']);
    });

    test('renamed, and then saved by another file while the engine is not running, stays one document', async () => {
      await rename(video(), video('Clip.pdf'));
      await isSeen();
      await desktop.pause();
      await saveOver('Clip.pdf');
      network.setLimits(FREE);
      await desktop.resume();
      await eventually(async () => (await versions('Clip.pdf')) === 2, log);
      expect(await names()).toEqual(['Clip.pdf', 'Después.pdf', 'Nota.pdf']);
    });

    test('linked, and then saved by another file, keeps its name; the link is another document', async () => {
      await link(video(), video('Enlace.pdf'));
      await isSeen();
      await saveOver('Video.pdf');
      network.setLimits(FREE);
      await eventually(async () => (await versions('Video.pdf')) === 2, log);
      await eventually(() => isReady('Enlace.pdf'), log);
      expect(await names()).toEqual(['Después.pdf', 'Enlace.pdf', 'Nota.pdf', 'Video.pdf']);
    });

    test('sent with another one, and has its name by then, gets that', async () => {
      const third = large();
      await world.save(desktop, at('Plano.pdf'), third);
      await eventually(() => desktop.steps.filter(({ type }) => type === 'uploading').length > 1, log);
      await rename(video(), video('x.pdf'));
      await rename(video('Plano.pdf'), video());
      await rename(video('x.pdf'), video('Plano.pdf'));
      // The first of them is sent before the other one.
      network.setLimits({ up: 700, down: 0 });
      await eventually(async () => (await world.records()).length === 3, log);
      network.setLimits(FREE);
      await world.rests(desktop);
      expect(await names()).toEqual(['Nota.pdf', 'Plano.pdf', 'Video.pdf']);
      expect(await desktop.read(at('Plano.pdf'))).toEqual(bytes.first);
      expect(await desktop.read(at('Video.pdf'))).toEqual(third);
    });

    test('moved away leaves its name to the next one', async () => {
      await mkdir(video('Otra'));
      await rename(video(), video('Otra/Video.pdf'));
      await world.save(desktop, at('Video.pdf'), bytes.second);
      network.setLimits(FREE);
      await eventually(async () => (await world.records('Video.pdf')).length === 2, log);
      await world.rests(desktop);
      expect(await names()).toEqual(['Nota.pdf', 'Video.pdf', 'Video.pdf']);
      expect(await desktop.read(at('Video.pdf'))).toEqual(bytes.second);
    });
  });

  test('down: edits go on, and it comes under the name that it has by then', async () => {
    network.setLimits(SLOW);
    const bytes = large();
    const plan = await world.document('Plano.pdf', bytes);
    await isTravelling('downloading');
    await world.save(desktop, at('Nota.pdf'), 'nota, segundo');
    await eventually(async () => (await versions('Nota.pdf')) === 2, log);
    const [record] = await world.records('Plano.pdf');
    const params = { id: plan.record };
    await world.browser.ok('recordUpdate', {
      params,
      body: { rev: record?.rev ?? 0, name: 'Plano final.pdf' },
    });
    await world.save(desktop, at('Otra.pdf'), 'otra');
    await eventually(() => isReady('Otra.pdf'), log);
    expect((await desktop.documents()).filter((path) => path.includes('Plano'))).toEqual([]);
    network.setLimits(FREE);
    await eventually(async () => (await desktop.read(at('Plano final.pdf')))?.equals(bytes), log);
    await world.rests(desktop);
    expect((await desktop.documents()).filter((path) => path.includes('Plano'))).toEqual([
      at('Plano final.pdf'),
    ]);
  });

  test('a pause, and the end of the engine, stop it at once; it goes on from where it was', async () => {
    network.setLimits(SLOW);
    await world.save(desktop, at('Video.pdf'), large());
    await isTravelling('uploading');
    desktop.runner.pause();
    await eventually(() => !desktop.engine.isTransferring, log);
    expect(desktop.runner.status).toBe('paused');
    desktop.runner.resume();
    await eventually(() => desktop.engine.isTransferring, log);
    const began = Date.now();
    await desktop.pause();
    // It would take a minute at this rate.
    expect(Date.now() - began).toBeLessThan(20_000);
    network.setLimits(FREE);
    await desktop.resume();
    await eventually(() => isReady('Video.pdf'), log);
  });

  test('what is renamed and edited here meanwhile is one document with both contents', async () => {
    network.setLimits(SLOW);
    await world.save(desktop, at('Video.pdf'), large());
    await isTravelling('uploading');
    await rename(desktop.path(at('Video.pdf')), desktop.path(at('Obra.pdf')));
    await world.save(desktop, at('Obra.pdf'), 'más corto');
    network.setLimits(FREE);
    await eventually(async () => (await versions('Obra.pdf')) === 2, log);
    await world.rests(desktop);
    expect(await world.records()).toHaveLength(2);
  });

  test('what is deleted here meanwhile is a document all the same', async () => {
    network.setLimits(SLOW);
    await world.save(desktop, at('Video.pdf'), large());
    await isTravelling('uploading');
    await rm(desktop.path(at('Video.pdf')));
    network.setLimits(FREE);
    await eventually(() => isReady('Video.pdf'), log);
  });
});
