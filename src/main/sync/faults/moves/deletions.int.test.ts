import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, removeTree } from '../../testing/disk-world.ts';

describe('many files vanish from the disk', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  const at = (name: string) => world.path(name);
  const here = async () => (await desktop.documents()).filter((path) => path.startsWith(world.path()));
  const question = () => desktop.engine.question;
  const stopped = () =>
    [...desktop.engine.memory.content.synced.values()].filter((node) => node.stopped).length;
  const asksFor = (count: number) =>
    eventually(
      () => question()?.kind === 'mass-delete' && question()?.files === count,
      () => `a question about ${count}: ${JSON.stringify(question())}, ${stopped()} stopped`,
    );

  beforeEach(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop();
  });
  afterEach(async () => {
    await world.nothingLost();
    await world.stop();
  });

  /** Documents that the server has and the desktop holds. */
  async function holds(names: readonly string[]): Promise<void> {
    for (const name of names) await world.save(desktop, at(name), `contenido de ${name}`);
    await eventually(
      async () => (await world.records()).length === names.length,
      async () => `${names.length} records, got ${(await world.records()).length}`,
      60_000,
    );
    await world.rests(desktop);
  }

  /** Removes one, and waits until the engine has looked. */
  async function removeAndLook(name: string): Promise<void> {
    desktop.cycle = undefined;
    rmSync(desktop.path(at(name)));
    await eventually(() => desktop.cycle !== undefined, 'a look');
  }

  const many = (count: number, folder = '') =>
    Array.from({ length: count }, (_, n) => `${folder}Contrato ${String(n).padStart(2, '0')}.pdf`);

  test('one after the other: it asks about all, also what was marked before and before a restart', async () => {
    const names = many(60);
    await holds(names);
    // Each look sees a few of them: what a person's slow program, or a script, does.
    for (const name of names.slice(0, 20)) {
      await removeAndLook(name);
    }
    await eventually(
      () => stopped() === 20,
      () => `20 marked, got ${stopped()}`,
    );
    expect(question()).toBeUndefined();
    await desktop.pause();
    for (const name of names.slice(20, 30)) rmSync(desktop.path(at(name)));
    await desktop.resume();
    await asksFor(30);
    for (const name of names.slice(30, 55)) {
      await removeAndLook(name);
    }
    await asksFor(55);
    expect(stopped()).toBe(20);
    expect(question()?.paths).toEqual(names.slice(0, 55).map(at));
    // It stands after a restart, too.
    await desktop.pause();
    await desktop.resume();
    await asksFor(55);
    // The rest is synced meanwhile.
    await world.save(desktop, at(names[57] ?? ''), 'contrato corregido');
    await eventually(async () => (await world.versions(names[57] ?? '')).length === 2, 'the edit');
    expect(stopped()).toBe(20);
    await desktop.runner.answer('restore');
    await world.rests(desktop);
    expect(await here()).toEqual(names.map(at));
    expect(String(await desktop.read(at(names[3] ?? '')))).toBe(`contenido de ${names[3]}`);
    expect(stopped()).toBe(0);
  });

  test('all at once: it names all of them, and what was accepted counts no more', async () => {
    const names = many(40);
    await holds(names);
    for (const name of names.slice(0, 30)) rmSync(desktop.path(at(name)));
    await asksFor(30);
    await desktop.runner.answer('stop-syncing');
    await world.rests(desktop);
    expect(stopped()).toBe(30);
    for (const name of names.slice(30, 34)) rmSync(desktop.path(at(name)));
    await eventually(
      () => stopped() === 34,
      () => `34 marked, got ${stopped()}`,
    );
    expect(question()).toBeUndefined();
    expect((await world.records()).length).toBe(40);
  });

  test('across sub-folders: what lies in them counts, and comes back with them', async () => {
    const folders = ['Obra/', 'Obra/Planos/', 'Actas/', 'Cierre/'];
    for (const folder of folders) await mkdir(desktop.path(at(folder)), { recursive: true });
    const names = folders.flatMap((folder) => many(4, folder)).slice(0, 15);
    await world.rests(desktop);
    await holds(names);
    await removeTree(desktop.path(at('Actas')));
    await eventually(
      () => stopped() === 5,
      () => `a folder and four files, got ${stopped()}`,
    );
    await removeTree(desktop.path(at('Obra')));
    await asksFor(12);
    expect(question()?.paths).toContain(at('Obra/Planos/Contrato 00.pdf'));
    await desktop.runner.answer('restore');
    await world.rests(desktop);
    expect(await here()).toEqual(names.map(at).sort());
  });

  test('documents that come meanwhile do not answer it: it stays, and everything comes back', async () => {
    const names = many(10);
    await holds(names);
    for (const name of names.slice(0, 5)) rmSync(desktop.path(at(name)));
    await asksFor(5);
    const added = ['Acta.txt', 'Informe.txt', 'Minuta.txt', 'Plano.txt'];
    for (const name of added) await world.save(desktop, at(name), name);
    await eventually(
      async () => (await world.records()).length === 14,
      async () => `14 records, got ${(await world.records()).length}`,
    );
    // One comes back by itself: the others are still asked about.
    writeFileSync(desktop.path(at(names[0] ?? '')), `contenido de ${names[0]}`);
    await asksFor(4);
    expect(stopped()).toBe(0);
    await desktop.runner.answer('restore');
    await world.rests(desktop);
    expect(await here()).toEqual([...names, ...added].map(at).sort());
  });

  test('they come back by themselves: the question goes', async () => {
    const names = many(8);
    await holds(names);
    await rename(desktop.path(world.path()), `${desktop.root}-fuera`);
    await mkdir(desktop.path(world.path()));
    desktop.runner.lookEverywhere();
    await asksFor(8);
    await removeTree(desktop.path(world.path()));
    await rename(`${desktop.root}-fuera`, desktop.path(world.path()));
    await world.rests(desktop);
    expect(question()).toBeUndefined();
    expect(stopped()).toBe(0);
  });

  test('moved, renamed, copied elsewhere, saved by renaming or kept online only: nothing to ask', async () => {
    const names = many(12);
    await holds(names);
    const asked: unknown[] = [];
    const watch = setInterval(() => asked.push(...(question() ? [question()] : [])), 20);
    await mkdir(desktop.path(at('Archivo')));
    for (const name of names.slice(0, 4))
      await rename(desktop.path(at(name)), desktop.path(at(`Archivo/${name}`)));
    for (const name of names.slice(4, 8))
      await rename(desktop.path(at(name)), desktop.path(at(`Nuevo ${name}`)));
    // In one go: a copy that stood there beside its original for long enough is a document of its own.
    for (const name of names.slice(8)) {
      cpSync(desktop.path(at(name)), desktop.path(at(`Archivo/${name}`)));
      rmSync(desktop.path(at(name)));
    }
    await world.rests(desktop);
    for (const name of names.slice(0, 8)) {
      const path = name < 'Contrato 04' ? at(`Archivo/${name}`) : at(`Nuevo ${name}`);
      renameSync(desktop.path(path), desktop.path(`${path}~`));
      writeFileSync(desktop.path(path), world.wrote(`guardado ${name}`, path));
      rmSync(desktop.path(`${path}~`));
    }
    await world.rests(desktop);
    desktop.engine.preferences.setOnlineOnly(world.library.id, true);
    await world.rests(desktop);
    expect(await here()).toEqual([]);
    clearInterval(watch);
    expect(asked).toEqual([]);
    expect((await world.records()).length).toBe(12);
  });
});
