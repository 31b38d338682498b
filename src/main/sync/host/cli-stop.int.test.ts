import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Command } from '../testing/command.ts';
import { eventually } from '../testing/desktop.ts';
import { DiskWorld } from '../testing/disk-world.ts';

/** Minutes long at the slow rate, in kB per second: it is certain to be stopped on its way. */
const SLOW = '5';
const bytes = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);

let world: DiskWorld;

beforeEach(async () => {
  world = await DiskWorld.start();
});
afterEach(() => world?.stop());

test.each([
  ['within a turn', 900_000, 'SIGTERM'],
  ['beside the turns', 1_300_000, 'SIGINT'],
] as const)('stopped in a download %s: no failure, and what is left is said', async (_what, size, signal) => {
  const desktop = await world.prepare();
  const name = `Plano ${size}.pdf`;
  await world.document(name, bytes(size));
  world.requests.length = 0;
  const command = new Command(world, desktop, { once: false, args: ['--limit-down', SLOW] });
  await eventually(
    () => world.requests.some((request) => /^GET .*content/.test(request)),
    () => `${command.output}\n${world.requests.join('\n')}`,
  );
  command.child.kill(signal);
  expect(await command.ended, command.output).toEqual({ code: 0, signal: null });
  expect(command.output).not.toMatch(/No se pudo sincronizar|no responde|Sin conexión/);
  expect(command.output).toMatch(/Al terminar\. Pendientes: 1\./);
  expect(command.output).toContain(`Pendiente: «${world.path(name)}». Falta terminar de traerlo; seguirá`);
});
