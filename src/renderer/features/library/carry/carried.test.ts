import { expect, test } from 'vitest';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { type Carried, canPut } from './carried.ts';

const folder = (_id: string, parent: string | null) => ({ _id, parent, group: 'g' }) as Folder;
const folders = [folder('a', null), folder('b', 'a'), folder('c', 'b'), folder('d', null)];
const carry = (id: string): Carried => ({
  kind: 'folder',
  folder: folders.find((each) => each._id === id) as Folder,
});
const records = (...places: [group: string, folder: string | null][]): Carried => ({
  kind: 'records',
  records: places.map(([group, at], n) => ({
    _id: String(n),
    title: '',
    group: { _id: group, name: '' },
    folder: at === null ? null : { _id: at, name: at, path: at },
  })) as Extract<Carried, { kind: 'records' }>['records'],
});

test.each([
  ['a folder into another', carry('a'), 'd', true],
  ['a folder into itself', carry('a'), 'a', false],
  ['a folder into its own child', carry('a'), 'c', false],
  ['a folder where it lies already', carry('c'), 'b', false],
  ['a folder up a level', carry('c'), 'a', true],
  ['a folder to the root', carry('c'), null, true],
  ['a folder of the root to the root', carry('d'), null, false],
  ['a document into a folder', records(['g', null]), 'a', true],
  ['a document where it lies already', records(['g', 'a']), 'a', false],
  ['documents of which one lies there already', records(['g', 'a'], ['g', 'b']), 'a', true],
  ['a document of another library', records(['h', null]), 'a', false],
  ['documents of two libraries', records(['g', null], ['h', null]), 'a', false],
])('%s: %#', (_what, carried, target, expected) => {
  expect(canPut(carried, { group: 'g', folder: target }, folders)).toBe(expected);
});
