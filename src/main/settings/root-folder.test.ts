import { mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareRoot } from './root-folder.ts';

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'legajo-root-')));
  await mkdir(join(home, 'Legajo/Andes'), { recursive: true });
  await mkdir(join(home, '.config/legajo'), { recursive: true });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const verdict = (folder: string, current: string | null = join(home, 'Legajo')) =>
  prepareRoot(folder, { current, home, appData: join(home, '.config/legajo'), platform: 'linux' }).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );

test('a folder of its own is taken, and made', async () => {
  expect(await verdict(join(home, 'Documentos/Legajo'))).toBe('taken');
  expect((await stat(join(home, 'Documentos/Legajo'))).isDirectory()).toBe(true);
  expect(await verdict(join(home, 'Legajo'))).toBe('taken');
});

test.each([
  ['the system’s', () => '/etc/legajo', 'root_system'],
  ['everything', () => '/', 'root_system'],
  ['one’s whole home', () => home, 'root_system'],
  ['above one’s home', () => join(home, '..'), 'root_system'],
  ['the app’s own', () => join(home, '.config/legajo/x'), 'root_system'],
  ['above the app’s own', () => join(home, '.config'), 'root_system'],
  ['below the present one', () => join(home, 'Legajo/Andes'), 'root_nested'],
])('%s is refused', async (_name, folder, code) => {
  expect(await verdict(folder())).toBe(code);
});

test('above the present one is refused, and below any other that is synced', async () => {
  expect(await verdict(join(home, 'Trabajo'), join(home, 'Trabajo/Legajo'))).toBe('root_nested');
  await mkdir(join(home, 'Otra/.legajo'), { recursive: true });
  await writeFile(join(home, 'Otra/.legajo/root.json'), '{}');
  expect(await verdict(join(home, 'Otra/adentro'))).toBe('root_nested');
});

test('a link leads to where it leads', async () => {
  await symlink('/etc', join(home, 'enlace'));
  expect(await verdict(join(home, 'enlace/legajo'))).toBe('root_system');
});

test('a file is no folder', async () => {
  await writeFile(join(home, 'nota.txt'), '');
  expect(await verdict(join(home, 'nota.txt'))).toBe('root_not_usable');
});
