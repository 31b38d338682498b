import { expect, test } from 'vitest';
import { EmptyFolders } from './empty-folders.ts';

const found = (...names: string[]) => names.map((path) => ({ path, reason: 'empty-folder' as const }));

test('a folder is named once it has stood without documents for the settle time', () => {
  const folders = new EmptyFolders(2000);
  expect(folders.settled(found('Nueva carpeta'), 10)).toEqual([]);
  expect(folders.nextAt).toBe(2010);
  // Its person gives it a name: that one begins anew.
  expect(folders.settled(found('Obras'), 1500)).toEqual([]);
  expect(folders.settled(found('Obras', 'Otras'), 3000)).toEqual([]);
  expect(folders.nextAt).toBe(3500);
  expect(folders.settled(found('Obras', 'Otras'), 3500)).toEqual(found('Obras'));
  expect(folders.nextAt).toBe(5000);
  // Its first document has come, and gone again.
  expect(folders.settled([], 5000)).toEqual([]);
  expect(folders.nextAt).toBeUndefined();
  expect(folders.settled(found('Obras'), 6000)).toEqual([]);
});
