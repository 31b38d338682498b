import type { Command } from './command.ts';
import { eventually, type TestDesktop } from './desktop.ts';
import type { DiskWorld } from './disk-world.ts';

/** Waits until a file is at the other side. A failure tells what the desktop said, or the command if one is given. */
export const arrivals = (world: () => DiskWorld) => ({
  onServer: (name: string, command?: Command) =>
    eventually(
      async () => (await world().records(name)).length === 1,
      () => `${name}\n${command?.output ?? ''}`,
    ),
  onDisk: (desktop: TestDesktop, path: string, text: string, command?: Command) =>
    eventually(
      async () => (await desktop.read(path))?.toString() === text,
      () => `${path}\n${command?.output ?? desktop.log.join('\n')}`,
    ),
});
