import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestLibrary } from '../../../../../server/testing/factories.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { FaultWorld } from '../../testing/fault-world.ts';

let world: FaultWorld;
let bare: TestLibrary;
let desktop: TestDesktop;

beforeAll(async () => {
  world = await FaultWorld.open();
  bare = await world.addLibrary('Sin etiquetas', false);
  desktop = await world.desktop(await world.person('Ana', ['upload'], [bare]));
});
afterAll(() => world?.close());

test('new files that wait for labels become documents once their library gives some, under their names of then', async () => {
  const at = (name: string) => `Andes/Sin etiquetas/${name}`;
  await world.write(desktop, at('Informe.txt'), 'informe');
  await world.write(desktop, at('Obras/Acta.txt'), 'acta');
  const waiting = () => desktop.engine.blocked.filter(({ reason }) => reason === 'new-file').length;
  await eventually(
    () => waiting() === 2,
    () => world.logs(),
  );
  await rename(desktop.path(at('Informe.txt')), desktop.path(at('Informe final.txt')));
  const body = { defaultLabels: [world.label] };
  await world.witness.ok('groupUpdate', { params: { id: bare.id }, body: body as never });
  await world.versions('Informe final.txt', 1);
  await world.versions('Acta.txt', 1);
  await world.rest(desktop);
  expect(waiting()).toBe(0);
  const { items } = await world.witness.ok('recordSearch', { query: { group: bare.id, limit: '10' } });
  expect(items.map(({ name }) => name).sort()).toEqual(['Acta.txt', 'Informe final.txt']);
});
