import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../server/testing/documents.ts';
import { eventually, type TestDesktop } from '../testing/desktop.ts';
import { DiskWorld } from '../testing/disk-world.ts';

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

  test('Word on a slow disk: nobody is told that the document is not kept any more, and it has one new version', async () => {
    await world.save(desktop, world.path('Acta.docx'), 'acta, primero');
    await eventually(async () => (await world.records('Acta.docx')).length === 1, 'the record');
    await world.rests(desktop);
    const saved = world.wrote('acta, de nuevo', 'Acta.docx');
    await writeFile(at('~WRD0001.tmp'), saved);
    await rename(at('Acta.docx'), at('~WRL0002.tmp'));
    // Many times as long as a file must be missing to be counted as removed.
    await sleep(6 * SETTLE_MS);
    desktop.cycle = undefined;
    desktop.runner.lookEverywhere();
    await eventually(() => desktop.cycle !== undefined, 'a look');
    await rename(at('~WRD0001.tmp'), at('Acta.docx'));
    await rm(at('~WRL0002.tmp'));
    await eventually(
      async () => (await world.versions('Acta.docx')).at(-1)?.sha256 === sha256Of(saved),
      'the save',
    );
    await world.rests(desktop);
    expect((await world.versions('Acta.docx')).map(({ number }) => number)).toEqual([1, 2]);
    expect(desktop.activity.filter(({ kind }) => kind === 'stopped')).toEqual([]);
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
