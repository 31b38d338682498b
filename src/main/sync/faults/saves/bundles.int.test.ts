import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

const small = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(40_000)]);

describe('small documents that come together', () => {
  let world: FaultWorld;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ({ desktop } = await world.join('Ana'));
  });

  afterAll(() => world?.close());

  /** Made while the desktop rests, so that all of them are new to it at once. */
  async function made(prefix: string, count: number): Promise<Map<string, Buffer>> {
    desktop.runner.pause();
    const files = new Map<string, Buffer>();
    for (let each = 1; each <= count; each += 1) {
      const name = `${prefix} ${each}.pdf`;
      files.set(name, (await world.make(name, small())).bytes);
    }
    world.line.forget();
    return files;
  }

  const arrived = async (files: ReadonlyMap<string, Buffer>) => {
    for (const [name, bytes] of files) await world.arrives(desktop, name, bytes);
  };

  test('are one call', async () => {
    const files = await made('Junto', 12);
    desktop.runner.resume();
    await arrived(files);
    expect(world.line.callsTo('versionContents').length).toBe(1);
    expect(world.line.callsTo('versionContent')).toEqual([]);
    await world.nothingLost();
  });

  test('cut in the middle of it: what came whole stays, the others come by themselves', async () => {
    const files = await made('Cortado', 12);
    const cut = world.line.cutDown('versionContents', 5 * 40_000);
    desktop.runner.resume();
    await cut.met;
    await arrived(files);
    const alone = world.line.callsTo('versionContent').length;
    expect(alone).toBeGreaterThan(0);
    expect(alone).toBeLessThan(files.size);
    await world.nothingLost();
  });

  test('one whose bytes the server cannot read holds back none of the others', async () => {
    const files = await made('Ilegible', 6);
    const [lost = '', bytes = Buffer.alloc(0)] = [...files][2] ?? [];
    const sha256 = sha256Of(bytes);
    const stored = join(world.server.config.dataDir, 'files', sha256.slice(0, 1), sha256);
    await rename(stored, `${stored}.away`);
    desktop.runner.resume();
    await arrived(new Map([...files].filter(([name]) => name !== lost)));
    expect(await desktop.read(at(lost))).toBeUndefined();
    // It is listed with the server's own sentence, and everything else goes on.
    await eventually(
      () =>
        desktop.engine.blocked.some(
          ({ path, message }) => path === at(lost) && message?.includes('está dañado o falta en el servidor'),
        ),
      () => JSON.stringify([desktop.runner.status, desktop.engine.blocked]),
    );
    await rename(`${stored}.away`, stored);
    desktop.runner.wake();
    await arrived(files);
    await world.nothingLost();
  });
});
