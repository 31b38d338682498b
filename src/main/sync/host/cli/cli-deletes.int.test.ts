import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Command } from '../../testing/command.ts';
import { eventually } from '../../testing/desktop.ts';
import { DiskWorld, empty } from '../../testing/disk-world.ts';

let world: DiskWorld;

beforeAll(async () => {
  world = await DiskWorld.start();
});
afterAll(() => world?.stop());

const LET_GO = 'Ya no se mantiene en este equipo:';
/** What the lines with these words name, in order. */
const namedAfter = (words: string, said: string) =>
  said
    .split('\n')
    .flatMap((line) => line.split(`${words} `)[1] ?? [])
    .sort();

test('files that vanished: it accepts what it named, asks about what vanished since, and brings back', async () => {
  const desktop = await world.prepare();
  const names = Array.from({ length: 20 }, (_, n) => world.path(`Contratos/Contrato ${n + 10}.txt`));
  for (const name of names) await world.save(desktop, name, name);
  const runs = async (...args: string[]) => {
    const command = new Command(world, desktop, { args });
    return { code: (await command.ended).code, said: command.output };
  };
  expect((await runs()).code).toBe(0);
  for (const name of names.slice(0, 10)) await rm(desktop.path(name));
  const asked = await runs();
  expect(asked).toEqual({
    code: 3,
    said: expect.stringMatching(/faltan 10 archivos[\s\S]*--restore-deletes/),
  });
  // These were not in the question.
  for (const name of names.slice(10, 16)) await rm(desktop.path(name));
  const again = await runs('--accept-deletes');
  expect(again).toEqual({ code: 3, said: expect.stringMatching(/faltan 6 archivos/) });
  expect(namedAfter('Falta:', again.said)).toEqual(names.slice(10, 16));
  // What was accepted is said.
  expect(namedAfter(LET_GO, again.said)).toEqual(names.slice(0, 10));
  const restored = await runs('--restore-deletes');
  expect(restored.code, restored.said).toBe(0);
  const here = (await desktop.documents()).filter((path) => path.includes('/Contratos/'));
  expect(here).toEqual(names.slice(10));
  // What its person has let go stays so, and that is said.
  expect(await runs('--restore-deletes')).toEqual({ code: 0, said: expect.stringMatching(/nada que traer/) });
  expect((await runs('--accept-deletes', '--restore-deletes')).code).toBe(2);
  // The answer was for that question: what vanishes while the command goes on is asked about.
  const running = new Command(world, desktop, { args: ['--restore-deletes'], once: false });
  await eventually(
    () => running.output.includes('nada que traer'),
    () => running.output,
  );
  for (const name of names.slice(10, 16)) await rm(desktop.path(name));
  expect([(await running.ended).code, running.output]).toEqual([
    3,
    expect.stringMatching(/faltan 6 archivos/),
  ]);
  expect((await runs('--restore-deletes')).code).toBe(0);
  // Of its folders none is counted.
  await empty(desktop.root);
  expect(await runs()).toEqual({
    code: 3,
    said: expect.stringMatching(/no encontramos la carpeta en que había 10 archivos/),
  });
});

test('a folder that lost its mark: it says so, and begins anew where that is wanted, without a loss', async () => {
  const desktop = await world.prepare();
  const names = ['Bases.txt', 'Anexo.txt', 'Oferta.txt'].map((name) => world.path(`Licitación/${name}`));
  for (const name of names) await world.save(desktop, name, name);
  const runs = async (...args: string[]) => {
    const command = new Command(world, desktop, { args });
    return { code: (await command.ended).code, said: command.output };
  };
  expect((await runs()).code).toBe(0);
  await rm(desktop.path('.legajo'), { recursive: true });
  await world.save(desktop, names[0] ?? '', 'editado sin la marca');
  const asked = { code: 3, said: expect.stringMatching(/le falta la marca de Legajo[\s\S]*--start-over/) };
  expect(await runs()).toEqual(asked);
  // No other answer is one.
  expect(await runs('--restore-deletes', '--accept-removals')).toEqual(asked);
  const begun = await runs('--start-over');
  expect([0, 4], begun.said).toContain(begun.code);
  const here = await Promise.all(
    (await desktop.documents()).map((path) => readFile(desktop.path(path), 'utf8')),
  );
  for (const text of [...names, 'editado sin la marca']) expect(here).toContain(text);
  expect((await runs('--start-over')).said).toMatch(/nada que empezar de nuevo/);
  // A folder that is gone as a whole comes back.
  await rm(desktop.root, { recursive: true });
  expect(await runs()).toEqual({ code: 3, said: expect.stringMatching(/no encontramos la carpeta/) });
  const back = await runs('--start-over');
  expect([0, 4], back.said).toContain(back.code);
  expect(await desktop.documents()).toEqual(expect.arrayContaining(names));
});

test('what its person removes here is named once, many of a folder by their number', async () => {
  const desktop = await world.prepare();
  const plans = Array.from({ length: 60 }, (_, n) => world.path(`Planos/Piso ${n + 10}.txt`));
  for (const name of plans) await world.save(desktop, name, name);
  const runs = async () => {
    const command = new Command(world, desktop);
    expect((await command.ended).code, command.output).toBe(0);
    return command.output;
  };
  expect(await runs()).not.toMatch(/Ya no se mantiene/);
  await rm(desktop.path(plans[0] ?? ''));
  expect(namedAfter(LET_GO, await runs())).toEqual([plans[0]]);
  for (const name of plans.slice(1, 23)) await rm(desktop.path(name));
  const many = await runs();
  expect(namedAfter('Ya no se mantienen 22 documentos en este equipo:', many)).toEqual([
    world.path('Planos'),
  ]);
  expect(many).not.toContain('Piso');
  expect(await runs()).not.toMatch(/Ya no se mantiene/);
});
