import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Command } from '../../testing/command.ts';
import { eventually } from '../../testing/desktop.ts';
import { DiskWorld, incomingOf } from '../../testing/disk-world.ts';

/** Far more than a stop takes, and far less than any timer of the engine that would keep the process alive. */
const PROMPTLY_MS = 20_000;
const SIZE = 20_000_000;
/** Bytes that are past what the limit lets through at once. */
const PART = 200_000;

describe('the command is stopped', () => {
  let world: DiskWorld;
  beforeAll(async () => {
    world = await DiskWorld.start();
  });
  afterAll(() => world?.stop());

  /** How many files the server has a part of. */
  const travelling = async (): Promise<number> => {
    const folder = incomingOf(world);
    const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
    return (await Promise.all(sizes)).filter((size) => size > PART).length;
  };

  test('while two large files go up over a limited line: the process ends, and they go up later', async () => {
    const desktop = await world.prepare();
    // So slow that each piece takes longer than the pause between two reports of progress.
    const command = new Command(world, desktop, { once: false, args: ['--limit-up', '300'] });
    try {
      for (const name of ['Video 1.dat', 'Video 2.dat'])
        await world.save(desktop, world.path(name), randomBytes(SIZE));
      await eventually(
        async () => (await travelling()) === 2,
        () => command.output,
      );
      command.child.kill('SIGTERM');
      const end = await Promise.race([command.ended, sleep(PROMPTLY_MS, 'it still runs')]);
      expect(end, command.output).toEqual({ code: 0, signal: null });
      const next = new Command(world, desktop);
      expect((await next.ended).code, next.output).toBe(0);
      expect((await world.records()).map(({ name }) => name).sort()).toEqual(['Video 1.dat', 'Video 2.dat']);
      await world.nothingLost();
    } finally {
      command.child.kill('SIGKILL');
    }
  });
});
