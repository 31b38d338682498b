import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderIcons } from './folder-icons.ts';
import { createLinuxIconWriter } from './linux.ts';

/** The real Linux icon writer on real folders, on a system without gio. */
let root: string;
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'legajo-icons-')), 'Legajo');
  await mkdir(join(root, 'Andes/Directorio/Actas'), { recursive: true });
});
afterEach(() => rm(join(root, '..'), { recursive: true, force: true }));

const noGio = async () => {
  throw Object.assign(new Error('spawn gio ENOENT'), { code: 'ENOENT' });
};
const linux = async () => createLinuxIconWriter({ icon: 'legajo', file: '/nowhere/icon.png' }, noGio);
const mark = async () => {
  await mkdir(join(root, '.legajo'));
  await writeFile(join(root, '.legajo/root.json'), '{}');
};
const dressed = async () =>
  (await readdir(root, { recursive: true }))
    .filter((path) => path.endsWith('.directory'))
    .map((path) => path.slice(0, -'.directory'.length))
    .sort();
const libraries = [{ path: 'Andes/Directorio' }, { path: 'Andes/Sin bajar' }, {}];

test('root, organization and libraries are dressed, and nothing below; one that comes later, too', async () => {
  await mark();
  const icons = createFolderIcons(linux);
  icons.show({ root, libraries });
  await icons.idle();
  expect(await dressed()).toEqual(['', 'Andes/', 'Andes/Directorio/']);
  await mkdir(join(root, 'Andes/Sin bajar'));
  icons.show({ root, libraries });
  await icons.idle();
  expect(await dressed()).toEqual(['', 'Andes/', 'Andes/Directorio/', 'Andes/Sin bajar/']);
});

test('a place without the engine’s mark is left as it is: its disk may not be there', async () => {
  const icons = createFolderIcons(linux);
  icons.show({ root, libraries });
  await icons.idle();
  expect(await dressed()).toEqual([]);
  await mark();
  icons.show({ root, libraries });
  await icons.idle();
  expect(await dressed()).toHaveLength(3);
});

test('a root that is left loses all of it, also under names of before; its own of a person stays', async () => {
  await mark();
  const icons = createFolderIcons(linux);
  icons.show({ root, libraries: [{ path: 'Andes/Directorio' }] });
  await mkdir(join(root, 'Mías'));
  await writeFile(join(root, 'Mías/.directory'), '[Desktop Entry]\nIcon=folder-red\n');
  await icons.idle();
  // Renamed on the server, and not announced yet.
  await rm(join(root, 'Andes/Directorio/Actas'), { recursive: true });
  icons.leave(root);
  await icons.idle();
  expect(await dressed()).toEqual(['Mías/']);
  // Chosen once more.
  icons.show({ root, libraries: [] });
  await icons.idle();
  expect(await dressed()).toEqual(['', 'Mías/']);
});

test('what fails stops nobody, and a system without such icons is no failure', async () => {
  await mark();
  const real = await linux();
  const failing = createFolderIcons(async () => ({
    ...real,
    put: (folder) => (folder === root ? Promise.reject(new Error('read-only')) : real.put(folder)),
  }));
  failing.show({ root, libraries });
  await failing.idle();
  expect(await dressed()).toEqual(['Andes/', 'Andes/Directorio/']);
  const nowhere = createFolderIcons(async () => null);
  nowhere.show({ root, libraries });
  nowhere.show({ root: null, libraries: [] });
  nowhere.leave(root);
  await nowhere.idle();
  expect(await dressed()).toHaveLength(2);
});
