import { expect, test } from 'vitest';
import type { FileEntry, Files } from '../ports/files.ts';
import type { LibraryState } from '../ports/journal.ts';
import { Outside } from './outside.ts';

type Kind = FileEntry['kind'];

/** What is listed of a disk with these paths, beside the folder of the one library `Andes/Calidad`. */
async function said(paths: Readonly<Record<string, Kind>>): Promise<string[]> {
  const disk = new Map<string, Kind>([
    ['Andes', 'folder'],
    ['Andes/Calidad', 'folder'],
    ...Object.entries(paths),
  ]);
  const list = async (folder: string) =>
    [...disk].flatMap(([path, kind]) => {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      return parent === folder ? [{ name: path.slice(path.lastIndexOf('/') + 1), kind } as FileEntry] : [];
    });
  const stat = async (path: string) => {
    const kind = disk.get(path);
    return kind && ({ kind } as FileEntry);
  };
  const outside = new Outside();
  await outside.look(
    { list, stat } as Pick<Files, 'list' | 'stat'> as Files,
    [{ path: 'Andes/Calidad' } as LibraryState],
    [],
  );
  return outside.found.map(({ path, reason }) => `${reason} ${path}`);
}

test('the folder of what was retired is not listed', async () => {
  expect(await said({ 'Andes/Retirados': 'folder', 'Andes/Retirados/Calidad': 'folder' })).toEqual([]);
});

test.each<Kind>(['file', 'other'])(
  'its name on something that is no folder (%s) hides nothing',
  async (kind) => {
    expect(await said({ 'Andes/Retirados': kind })).toEqual(['outside Andes/Retirados']);
  },
);

test('nor the one beside a file of that name, where it goes then', async () => {
  const beside = { 'Andes/Retirados (2)': 'folder', 'Andes/Retirados (2)/Acta.pdf': 'file' } as const;
  const next = { 'Andes/Retirados (3)': 'folder', 'Andes/Retirados (3)/Nota.pdf': 'file' } as const;
  const own = 'outside Andes/Retirados (2)';
  expect(await said({ 'Andes/Retirados': 'file', ...beside })).toEqual(['outside Andes/Retirados']);
  expect(await said({ 'Andes/Retirados': 'other', ...beside })).toEqual(['outside Andes/Retirados']);
  // A folder of one's own may have such a name, too.
  expect(await said({ 'Andes/Retirados': 'folder', ...beside })).toEqual([own]);
  expect(await said(beside)).toEqual([own]);
  expect(await said({ 'Andes/Retirados': 'file', ...beside, ...next })).toEqual([
    'outside Andes/Retirados',
    'outside Andes/Retirados (3)',
  ]);
  expect(await said({ 'Andes/Retirados': 'file', 'Andes/Retirados (2)': 'file', ...next })).toEqual([
    'outside Andes/Retirados',
    own,
  ]);
});

test('the folder of an organization that its person left is looked into where something was retired there', async () => {
  const left = { Obras: 'folder', 'Obras/Nota.pdf': 'file' } as const;
  const retired = { 'Obras/Retirados': 'folder', 'Obras/Retirados/Acta.pdf': 'file' } as const;
  expect(await said(left)).toEqual(['outside Obras']);
  expect(await said({ ...left, ...retired })).toEqual(['outside Obras/Nota.pdf']);
  expect(await said({ ...left, 'Obras/Retirados': 'file' })).toEqual(['outside Obras']);
  expect(await said({ ...left, 'Obras/Retirados': 'file', 'Obras/Retirados (2)': 'folder' })).toEqual([
    'outside Obras/Nota.pdf',
    'outside Obras/Retirados',
  ]);
});
