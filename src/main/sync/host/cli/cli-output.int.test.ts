import { closeSync, openSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Command } from '../../testing/command.ts';
import { eventually } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';
import { runCommand } from '../../testing/run-command.ts';

let world: DiskWorld;

beforeAll(async () => {
  world = await DiskWorld.start();
});
afterAll(() => world?.stop());

const arrives = (name: string) => eventually(async () => (await world.records(name)).length === 1, name);

test('nobody reads its output any more (a pipe to head): it goes on syncing', async () => {
  const desktop = await world.prepare();
  const command = new Command(world, desktop, { once: false });
  await eventually(
    () => /En línea: todo al día/.test(command.output),
    () => command.output,
  );
  command.child.stdout?.destroy();
  for (const name of ['Primera.txt', 'Segunda.txt']) {
    await world.save(desktop, world.path(name), name);
    await arrives(name);
  }
  command.child.kill('SIGTERM');
  expect(await command.ended, command.output).toEqual({ code: 0, signal: null });
  expect(command.output).not.toMatch(/EPIPE|\bat .*node:/);
});

test.runIf(process.platform === 'linux')('its output goes to a disk that is full: it syncs', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    for (const output of [[full, 'pipe'] as const, [full, full] as const]) {
      const desktop = await world.prepare();
      const name = `Acta ${output.join(' ')}.txt`;
      await world.save(desktop, world.path(name), name);
      const args = ['--server', world.server.url, '--root', desktop.root, '--user', world.ana.email];
      const timing = ['--state', desktop.stateDir, '--once', '--settle', '100', '--unfinished', '0'];
      expect(await runCommand([...args, ...timing], { output })).toEqual({ code: 0, said: '' });
      await arrives(name);
    }
  } finally {
    closeSync(full);
  }
});
