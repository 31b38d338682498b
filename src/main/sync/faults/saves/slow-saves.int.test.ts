import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

const SETTLE_MS = 300;

describe('saves and moves that take their time', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  const at = (...names: string[]) => desktop.path(world.path(...names));

  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ settleMs: SETTLE_MS });
  });
  afterAll(() => world?.stop());

  async function look(): Promise<void> {
    desktop.cycle = undefined;
    desktop.runner.lookEverywhere();
    await eventually(() => desktop.cycle !== undefined, 'a look');
  }

  /** Saves a document as Word does, and does something else in the gap. @returns what was saved */
  async function saveSlowly(name: string, meanwhile: () => Promise<void>): Promise<string> {
    const saved = world.wrote(`${name}, de nuevo`, name);
    await writeFile(at('~WRD0001.tmp'), saved);
    await rename(at(name), at('~WRL0002.tmp'));
    // Many times as long as a file must be missing to be counted as removed.
    await sleep(6 * SETTLE_MS);
    await look();
    await meanwhile();
    await rename(at('~WRD0001.tmp'), at(name));
    await rm(at('~WRL0002.tmp'));
    return sha256Of(saved);
  }

  async function document(name: string) {
    const made = await world.document(name, `${name}, primero`);
    await eventually(() => desktop.read(world.path(name)), 'the first copy');
    await world.rests(desktop);
    return made;
  }

  const numbered = async (name: string) =>
    (await world.versions(name)).map(({ number, conflict, sha256 }) => ({ number, conflict, sha256 }));

  test('Word on a slow disk: nobody is told that the document is not kept any more, and it has one new version', async () => {
    await document('Acta.docx');
    const saved = await saveSlowly('Acta.docx', async () => {});
    await eventually(async () => (await numbered('Acta.docx')).length === 2, 'the save');
    await world.rests(desktop);
    expect((await numbered('Acta.docx')).at(-1)).toEqual({ number: 2, conflict: false, sha256: saved });
    expect(desktop.activity.filter(({ kind }) => kind === 'stopped')).toEqual([]);
  });

  test('in the gap the engine is started again: still one new version', async () => {
    await document('Minuta.docx');
    const saved = await saveSlowly('Minuta.docx', async () => {
      await desktop.pause();
      await desktop.resume();
      await look();
      await sleep(3 * SETTLE_MS);
      await look();
    });
    await eventually(async () => (await numbered('Minuta.docx')).length === 2, 'the save');
    await world.rests(desktop);
    expect((await numbered('Minuta.docx')).at(-1)).toEqual({ number: 2, conflict: false, sha256: saved });
    expect(desktop.activity.filter(({ kind }) => kind === 'stopped')).toEqual([]);
  });

  test('in the gap a colleague saves a version: both are kept, side by side', async () => {
    const made = await document('Bases.docx');
    const theirs = 'bases, de otra persona';
    const saved = await saveSlowly('Bases.docx', async () => {
      await world.edit(made, theirs);
      await sleep(3 * SETTLE_MS);
      await look();
    });
    await eventually(async () => (await numbered('Bases.docx')).length === 3, 'the save');
    expect((await numbered('Bases.docx')).slice(1)).toEqual([
      { number: 2, conflict: false, sha256: sha256Of(Buffer.from(theirs)) },
      { number: 3, conflict: true, sha256: saved },
    ]);
    await world.nothingLost();
    await world.rests(desktop, ['conflict']);
    await desktop.engine.resolveBlocked(desktop.engine.conflicts.open[0]?.key ?? '', 'keep');
    await world.rests(desktop);
  });

  test('equal forms go with their folders where those are copied and removed, and keep their histories', async () => {
    const works = ['Obra 1', 'Obra 2'];
    for (const work of works) {
      await world.save(desktop, world.path(work, 'Formulario.txt'), 'formulario en blanco');
      await world.save(desktop, world.path(work, 'Ficha.txt'), `ficha de ${work}`);
    }
    const placesOf = async () =>
      (await world.records())
        .filter(({ folder }) => folder?.path.includes('Obra'))
        .map(({ _id, folder, name }) => `${_id} ${folder?.path} ${name}`)
        .sort();
    await eventually(async () => (await placesOf()).length === 4, 'the documents');
    await world.rests(desktop);
    const before = await placesOf();
    for (const work of works) await cp(at(work), at('Archivo', work), { recursive: true });
    for (const work of works) await rm(at(work), { recursive: true });
    const moved = before.map((each) => each.replace(' Obra', ' Archivo / Obra')).sort();
    await eventually(
      async () => JSON.stringify(await placesOf()) === JSON.stringify(moved),
      async () => `${JSON.stringify(moved)}, got ${JSON.stringify(await placesOf())}`,
    );
    await world.rests(desktop);
  });
});
