import { expect, it } from 'vitest';
import { usualPlace } from './place.ts';

const folders = [
  { _id: 'k', parent: null, name: 'Contratistas' },
  { _id: 'o', parent: null, name: 'Proveedores' },
  { _id: 'a', parent: 'k', name: 'Ana' },
  { _id: 'b', parent: 'k', name: 'Beto' },
  { _id: 'c', parent: 'o', name: 'Carla' },
  { _id: 'd', parent: null, name: 'Dora' },
];
const parties = (...ids: string[]) => ids.map((_id) => ({ folder: { _id } }));

it('is where most of them are', () => {
  expect(usualPlace(folders, parties('c', 'a', 'b'))?.name).toBe('Contratistas');
  expect(usualPlace(folders, parties('d'))).toBeNull();
  expect(usualPlace(folders, parties())).toBeUndefined();
  // A folder that has gone since.
  expect(usualPlace(folders, parties('x'))).toBeUndefined();
});
