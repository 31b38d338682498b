import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Command } from '../../testing/command.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

let world: DiskWorld;
beforeAll(async () => {
  world = await DiskWorld.start();
});
afterAll(() => world?.stop());

test('documents that went back to earlier contents: it names them, and does what its person answers', async () => {
  const desktop = await world.prepare();
  const names = Array.from({ length: 6 }, (_, n) => world.path(`Actas/Acta ${n}.txt`));
  const runs = async (...args: string[]) => {
    const command = new Command(world, desktop, { args });
    return { code: (await command.ended).code, said: command.output };
  };
  const folder = desktop.path(world.path('Actas'));
  const backup = join(dirname(desktop.root), 'respaldo');
  const putBack = () => cp(backup, folder, { recursive: true, preserveTimestamps: true });
  const texts = () => Promise.all(names.map(async (name) => String(await desktop.read(name))));
  const second = names.map((name) => `${name}, segunda`);

  for (const name of names) await world.save(desktop, name, name);
  expect((await runs()).code).toBe(0);
  await cp(folder, backup, { recursive: true, preserveTimestamps: true });
  for (const name of names) await world.save(desktop, name, `${name}, segunda`);
  expect((await runs()).code).toBe(0);

  await putBack();
  await world.save(desktop, world.path('Nuevo.txt'), 'nuevo, antes de la pregunta');
  const asked = await runs();
  expect(asked.code, asked.said).toBe(3);
  expect(asked.said).toMatch(/6 documentos volvieron a un contenido anterior[\s\S]*--fetch-current/);
  for (const name of names) expect(asked.said).toContain(`Volvió: ${name}`);
  await world.save(desktop, world.path('Otro.txt'), 'nuevo, con la pregunta abierta');
  expect((await runs('--fetch-current', '--send-earlier')).code).toBe(2);
  const fetched = await runs('--fetch-current');
  expect(fetched.code, fetched.said).toBe(0);
  expect(await texts()).toEqual(second);
  // What its person made meanwhile came with no backup, though each answer is a start of its own.
  for (const name of ['Nuevo.txt', 'Otro.txt']) expect(await world.records(name)).toHaveLength(1);
  expect(await runs('--fetch-current')).toEqual({
    code: 0,
    said: expect.stringMatching(/No había ninguna pregunta/),
  });

  await putBack();
  const sent = await runs('--send-earlier');
  expect(sent.code, sent.said).toBe(0);
  expect(await texts()).toEqual(names);
  expect(await world.versions('Acta 3.txt')).toHaveLength(3);
  expect((await runs()).code).toBe(0);
});
