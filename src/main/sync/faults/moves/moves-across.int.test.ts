import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestLibrary } from '../../../../../server/testing/factories.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { FaultWorld } from '../../testing/fault-world.ts';

let world: FaultWorld;
let other: TestLibrary;
let desktop: TestDesktop;

beforeAll(async () => {
  world = await FaultWorld.open();
  other = await world.addLibrary('Obra');
  desktop = await world.desktop(await world.person('Ana', ['upload'], [other]));
});
afterAll(() => world?.close());

const foldersOf = async ({ id }: { id: string }) =>
  (await world.witness.ok('foldersByGroup', { params: { group: id } })).map(({ name }) => name).sort();
const documentsOf = async ({ id }: { id: string }) => {
  const { items } = await world.witness.ok('recordSearch', { query: { group: id, limit: '50' } });
  return items.map(({ _id, name }) => `${name} ${_id}`).sort();
};

test('a folder moved to another library: its documents are there, with their history, and the old one is gone', async () => {
  await world.write(desktop, 'Andes/Calidad/Torre/Acta.txt', 'acta');
  await world.write(desktop, 'Andes/Calidad/Torre/Planos/Corte.txt', 'corte');
  await world.versions('Corte.txt', 1);
  await world.versions('Acta.txt', 1);
  await world.write(desktop, 'Andes/Calidad/Torre/Acta.txt', 'acta corregida');
  await world.versions('Acta.txt', 2);
  await world.rest(desktop);
  const before = await documentsOf(world.library);
  await rename(desktop.path('Andes/Calidad/Torre'), desktop.path('Andes/Obra/Torre sur'));
  await eventually(
    async () => (await foldersOf(world.library)).length === 0,
    () => world.logs(),
  );
  await world.rest(desktop);
  expect(await documentsOf(other)).toEqual(before);
  expect(await foldersOf(other)).toEqual(['Planos', 'Torre sur']);
  expect((await world.versionsOf('Acta.txt')).map(({ number }) => number)).toEqual([1, 2]);
  expect((await desktop.documents()).sort()).toEqual([
    'Andes/Obra/Torre sur/Acta.txt',
    'Andes/Obra/Torre sur/Planos/Corte.txt',
  ]);
  await world.nothingLost();
});

test('the folder of a library, put into another one, goes back as it is and that is said', async () => {
  const at = 'Andes/Obra/Inspecciones';
  await world.write(desktop, `${at}/Acta de visita.txt`, 'acta de visita');
  await world.write(desktop, `${at}/Sector sur/Informe.txt`, 'informe');
  await world.versions('Acta de visita.txt', 1);
  await world.versions('Informe.txt', 1);
  await world.rest(desktop);
  const before = [await documentsOf(world.library), await documentsOf(other)];
  for (const place of ['Andes/Calidad/Obra', 'Andes/Obra de otro nombre']) {
    await rename(desktop.path('Andes/Obra'), desktop.path(place));
    await eventually(
      async () => String(await desktop.read(`${at}/Sector sur/Informe.txt`)) === 'informe',
      () => world.logs(),
    );
    await world.rest(desktop);
    expect([await documentsOf(world.library), await documentsOf(other)]).toEqual(before);
    expect(desktop.activity.at(-1)).toMatchObject({ kind: 'library-back', path: 'Andes/Obra' });
  }
});

test('a folder that goes to another library keeps the name that people gave it', async () => {
  const at = (library: string) => `Andes/${library}/Maipo Ltda/Contrato.txt`;
  const body = { group: world.library.id, name: 'Maipo Ltda.', parent: null };
  const { _id } = await world.witness.ok('folderCreate', { body });
  await eventually(
    () => desktop.engine.memory.content.remote.has(_id),
    () => world.logs(),
  );
  await world.write(desktop, at('Calidad'), 'contrato');
  await world.versions('Contrato.txt', 1);
  await world.rest(desktop);
  await rename(desktop.path('Andes/Calidad/Maipo Ltda'), desktop.path('Andes/Obra/Maipo Ltda'));
  await eventually(
    async () => {
      const [here, there] = [await foldersOf(world.library), await foldersOf(other)];
      return there.includes('Maipo Ltda.') && !here.includes('Maipo Ltda.');
    },
    () => world.logs(),
  );
  await world.rest(desktop);
  expect(String(await desktop.read(at('Obra')))).toBe('contrato');
});
