import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNearest } from './nearest-item.ts';

let above: string;
let root: string;
beforeAll(async () => {
  above = await realpath(await mkdtemp(join(tmpdir(), 'legajo-nearest-')));
  root = join(above, 'Legajo');
  await mkdir(join(root, 'Andes/Calidad'), { recursive: true });
  await mkdir(join(above, 'fuera/dentro'), { recursive: true });
  await writeFile(join(root, 'Andes/Calidad/Acta.txt'), 'acta');
  await symlink(join(above, 'fuera'), join(root, 'Andes/Calidad/Enlace'));
  await symlink(join(above, 'nada'), join(root, 'Andes/Calidad/Roto'));
});
afterAll(() => rm(above, { recursive: true }));

test.each([
  ['a file', 'Andes/Calidad/Acta.txt', 'Andes/Calidad/Acta.txt', true],
  ['a link that leads elsewhere', 'Andes/Calidad/Enlace', 'Andes/Calidad/Enlace', true],
  ['a link that leads nowhere', 'Andes/Calidad/Roto', 'Andes/Calidad/Roto', true],
  ['what is not there', 'Andes/Calidad/n/n/imposible.txt', 'Andes/Calidad', false],
  ['what would lie in a file', 'Andes/Calidad/Acta.txt/dentro.txt', 'Andes/Calidad', false],
  ['what lies behind a link', 'Andes/Calidad/Enlace/dentro', 'Andes/Calidad', false],
  ['a name longer than any', `Andes/${'n'.repeat(5000)}/a.txt`, 'Andes', false],
  ['a library that is not there', 'Otra/Legal/a.txt', '', false],
])('%s is shown where it is, or the nearest folder', async (_what, path, shown, isItem) => {
  expect(await findNearest(join(root, path), root)).toEqual({ path: join(root, shown), isItem });
});

test('nothing outside of the sync folder is shown', async () => {
  expect(await findNearest(join(above, 'fuera'), root)).toBeUndefined();
  expect(await findNearest(join(root, '../fuera'), root)).toBeUndefined();
  expect(await findNearest(join(root, 'a'), join(above, 'no hay'))).toBeUndefined();
});
