import { rename, rm, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Command } from '../../testing/command.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

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

test('a conflict is named by the path where its document is now, also once it has left this computer', async () => {
  const bases = await world.document('Bases.txt', 'bases');
  const folder = await world.folder('Licitación');
  expect((await new Command(world, desktop).ended).code).toBe(0);
  await world.edit(bases, 'bases, según otra persona');
  await world.save(desktop, at('Bases.txt'), 'bases, según Ana');
  const why = 'Dos ediciones partieron de la misma versión; elige una en Legajo.';
  const pending = (path: string) => `Pendiente: «${path}». ${why}`;
  const command = new Command(world, desktop, { once: false });
  const says = (line: string) =>
    eventually(
      () => command.output.includes(line),
      () => `${line}, in ${command.output}`,
    );
  await says(pending(at('Bases.txt')));
  // Its person renames it; somebody else moves it.
  await rename(desktop.path(at('Bases.txt')), desktop.path(at('Bases 2026.txt')));
  await says(pending(at('Bases 2026.txt')));
  await eventually(async () => (await world.records('Bases 2026.txt')).length === 1, 'the new name');
  const items = [{ record: bases.record }];
  await world.browser.ok('batchMove', { body: { items, group: world.library.id, folder } });
  const moved = at('Licitación/Bases 2026.txt');
  await says(pending(moved));
  await command.stop();
  expect(command.output).not.toContain('Ya no está pendiente: «');
  expect(command.output.slice(command.output.indexOf('Al terminar.'))).not.toContain(at('Bases'));
  // It is on the server only, where it gets another name.
  await rm(desktop.path(moved));
  const gone = new Command(world, desktop);
  expect((await gone.ended).code, gone.output).toBe(4);
  expect(gone.output).toContain(pending(moved));
  const params = { id: bases.record };
  const { rev } = await world.browser.ok('recordById', { params });
  await world.browser.ok('recordUpdate', { params, body: { rev, name: 'Bases finales.txt' } });
  const last = new Command(world, desktop);
  expect((await last.ended).code, last.output).toBe(4);
  expect(last.output).toContain(pending(at('Licitación/Bases finales.txt')));
  expect(last.output).not.toContain('Bases 2026.txt');
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
