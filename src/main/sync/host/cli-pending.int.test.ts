import { rename, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Command } from '../testing/command.ts';
import { eventually, type TestDesktop } from '../testing/desktop.ts';
import { DiskWorld } from '../testing/disk-world.ts';

/** What the command says of work that is only on this computer. */
let world: DiskWorld;
let desktop: TestDesktop;
const at = (name: string) => world.path(name);
const says = (command: Command, words: RegExp) =>
  eventually(
    () => words.test(command.output),
    () => `${words}, in ${command.output}`,
  );

beforeEach(async () => {
  world = await DiskWorld.start();
  await world.document('Acta.txt', 'acta');
  await world.document('Plano.txt', 'plano');
  desktop = await world.prepare();
  expect((await new Command(world, desktop).ended).code).toBe(0);
});
afterEach(() => world?.stop());

test('what was changed and not sent before somebody stopped it is named at the end', async () => {
  const command = new Command(world, desktop, { once: false, args: ['--settle', '60000'] });
  await says(command, /En línea: todo al día\./);
  await desktop.write(at('Acta.txt'), 'acta, corregida');
  await desktop.write(at('Nueva.txt'), 'nueva');
  await command.stop();
  expect(command.output).toContain('Al terminar. Pendientes: 2. Que no se sincronizan: 0.');
  for (const name of ['Acta.txt', 'Nueva.txt'])
    expect(command.output).toContain(
      `Pendiente: «${at(name)}». Se cambió hace poco y falta enviarlo; se enviará la próxima vez.`,
    );
  expect(command.output).not.toContain('Plano.txt');
  const next = new Command(world, desktop);
  expect((await next.ended).code, next.output).toBe(0);
  expect((await world.versions('Acta.txt')).length).toBe(2);
});

test('a version that waits for its distance is named, too', async () => {
  const command = new Command(world, desktop, { once: false, args: ['--distance', '60000'] });
  await says(command, /En línea: todo al día\./);
  await desktop.write(at('Acta.txt'), 'acta, segunda');
  await says(command, /Enviado: .*Acta\.txt/);
  await desktop.write(at('Acta.txt'), 'acta, tercera');
  await eventually(
    async () => (await world.versions('Acta.txt')).length === 2,
    () => command.output,
  );
  await command.stop();
  expect(command.output).toMatch(/Pendiente: «.*Acta\.txt»\. Se cambió hace poco/);
});

test('in an archived library that is the reason, not somebody’s role', async () => {
  const organization = { id: world.ana.organization, name: 'Andes' };
  const { email } = await world.server.make.person(organization, {
    isAdmin: true,
    libraries: [[world.library, []]],
  });
  const admin = await world.server.signIn(email);
  await admin.ok('groupArchive', { params: { id: world.library.id } });
  expect((await new Command(world, desktop).ended).code).toBe(0);
  // By somebody who may write into files that are read only.
  await desktop.write(at('Acta.txt'), 'acta, corregida sin saberlo');
  expect((await stat(desktop.path(at('Acta.txt')))).mode & 0o200).toBe(0);
  await desktop.write(at('Nueva.txt'), 'nueva');
  await rename(desktop.path(at('Plano.txt')), desktop.path(at('Planta.txt')));
  const command = new Command(world, desktop);
  await command.ended;
  expect(command.output).toMatch(/Pendiente: «.*Nueva\.txt»\. Su biblioteca está archivada/);
  expect(command.output).toMatch(/Pendiente: «.*copia de .*\.txt»\. Su biblioteca está archivada/);
  expect(command.output).toMatch(/No se pudo sincronizar: .*Planta\.txt\. La biblioteca está archivada/);
  expect(command.output).not.toMatch(/[Tt]u rol/);
  // The copy is its person's own, though the document was closed to them.
  const copy = await desktop.find('acta, corregida sin saberlo', /copia de/);
  expect((await stat(desktop.path(copy ?? ''))).mode & 0o200).toBe(0o200);
});
