import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPOOL } from '../../engine/layout.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the copies of many small new files, which lie together', () => {
  let world: FaultWorld;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ({ desktop } = await world.join('Ana'));
  });
  afterAll(() => world?.close());

  const copies = () => readdir(desktop.path(SPOOL));
  const noCopies = () =>
    eventually(
      async () => (await copies()).length === 0,
      async () => `no copies, not ${await copies()}\n${world.logs()}`,
    );

  /** Writes these files while the engine is stopped, and starts it with its first call held. */
  async function sending(files: Readonly<Record<string, string>>) {
    await desktop.pause();
    for (const [name, text] of Object.entries(files)) await world.write(desktop, at(name), text);
    const held = world.line.hold('recordsSend');
    await desktop.resume();
    await held.met;
    return held;
  }

  /** The only version of each of these documents, by its bytes. */
  async function isOnce(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const versions = await world.versions(name, 1);
      expect(
        versions.map(({ sha256 }) => sha256),
        name,
      ).toEqual([sha256Of(text)]);
      expect((await world.recordsOf(name)).length, name).toBe(1);
    }
  }

  test('are one file while they are sent, and no file afterwards', async () => {
    const files = { 'Uno.txt': 'acta uno', 'Dos.txt': 'acta dos, más larga', 'Tres.txt': 'acta tres' };
    const held = await sending(files);
    const [pack = '', ...others] = await copies();
    expect(others).toEqual([]);
    const together = await readFile(desktop.path(SPOOL, pack), 'utf8');
    expect([...together].sort()).toEqual([...Object.values(files).join('')].sort());
    held.release();
    await isOnce(files);
    await noCopies();
    await world.nothingLost();
  });

  test('are sent again as they were when the engine was stopped, also where a file was changed', async () => {
    const files = { 'Cuatro.txt': 'primero', 'Cinco.txt': 'igual', 'Seis.txt': 'igual también' };
    const lost = world.line.loseAnswer('recordsSend');
    await desktop.pause();
    for (const [name, text] of Object.entries(files)) await world.write(desktop, at(name), text);
    await desktop.resume();
    await lost.met;
    await desktop.pause();
    expect((await copies()).length).toBe(1);
    await world.write(desktop, at('Cuatro.txt'), 'cambiado mientras no corría');
    await desktop.resume();
    const versions = await world.versions('Cuatro.txt', 2);
    const texts = ['primero', 'cambiado mientras no corría'];
    expect(versions.map(({ sha256 }) => sha256)).toEqual(texts.map(sha256Of));
    expect((await world.recordsOf('Cuatro.txt')).length).toBe(1);
    await isOnce({ 'Cinco.txt': files['Cinco.txt'], 'Seis.txt': files['Seis.txt'] });
    await noCopies();
    await world.nothingLost();
  });

  test('one that is refused leaves its bytes in Retirados where the file was written anew meanwhile', async () => {
    const files = { 'Siete.txt': 'acta siete', 'Ocho.exe': 'lo primero', 'Nueve.txt': 'acta nueve' };
    const held = await sending(files);
    await world.write(desktop, at('Ocho.exe'), 'lo segundo');
    held.release();
    await isOnce({ 'Siete.txt': files['Siete.txt'], 'Nueve.txt': files['Nueve.txt'] });
    await eventually(
      () => desktop.find('lo primero', /^Andes\/Retirados\/Calidad\/Ocho\.exe$/),
      () => world.logs(),
    );
    expect(String(await desktop.read(at('Ocho.exe')))).toBe('lo segundo');
    await noCopies();
    await world.nothingLost(new Map([[desktop, 1]]));
    await rename(desktop.path(at('Ocho.exe')), desktop.path(at('Ocho.txt')));
    await isOnce({ 'Ocho.txt': 'lo segundo' });
  });

  test('that somebody removed are made anew from the files', async () => {
    const files = { 'Diez.txt': 'acta diez', 'Once.txt': 'acta once' };
    const held = await sending(files);
    world.line.off();
    held.release();
    await desktop.pause();
    for (const name of await copies()) await rm(desktop.path(SPOOL, name));
    world.line.on();
    await desktop.resume();
    await isOnce(files);
    await noCopies();
    await world.nothingLost();
  });
});
