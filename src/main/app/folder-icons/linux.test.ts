import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Run } from './folder-icon-writer.ts';
import { createLinuxIconWriter, linuxIcon } from './linux.ts';

let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'legajo-icons-'));
  folder = join(base, 'Legajo');
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const DIRECTORY = '[Desktop Entry]\nIcon=legajo\nX-Legajo-Folder=true\n';
const directory = () => readFile(join(folder, '.directory'), 'utf8');
const picture = () => new Uint8Array([1, 2, 3]);
const installed = () => ({ icon: 'legajo', file: join(base, 'icon.png') });

/** The program's answers as gio gives them; what it is told is kept as gio keeps it. */
function gioKeeping(known: Record<string, string> = {}) {
  const kept = new Map(Object.entries(known));
  const run: Run = async (program, args) => {
    expect([program, args.includes(folder)]).toEqual(['gio', true]);
    const [verb, , type] = args;
    if (verb === 'info')
      return `uri: file:///x\nlocal path: /x\nattributes:\n${[...kept].map(([key, value]) => `  ${key}: ${value}\n`).join('')}`;
    const [key = '', value = ''] = args.slice(4);
    if (type === 'unset') kept.delete(key);
    else kept.set(key, value);
    return '';
  };
  return { kept, run };
}
const none: Run = async () => {
  throw Object.assign(new Error('spawn gio ENOENT'), { code: 'ENOENT' });
};

test('the icon goes by its name where a package installed it, else by a picture of our own', async () => {
  const file = join(base, 'settings/icon.png');
  const env = { XDG_DATA_DIRS: `relative:${join(base, 'share')}` };
  expect(await linuxIcon(file, picture, env)).toEqual({ icon: file, file });
  expect([...(await readFile(file))]).toEqual([1, 2, 3]);
  const theme = join(base, 'share/icons/hicolor/256x256/apps');
  await mkdir(theme, { recursive: true });
  await writeFile(join(theme, 'legajo.png'), '');
  expect(await linuxIcon(file, picture, env)).toEqual({ icon: 'legajo', file });
});

test('a folder gets it in both ways, and loses both', async () => {
  const { kept, run } = gioKeeping();
  const writer = createLinuxIconWriter(installed(), run);
  for (const _again of [1, 2]) {
    await writer.put(folder);
    expect(await directory()).toBe(DIRECTORY);
    expect([...kept]).toEqual([['metadata::custom-icon-name', 'legajo']]);
  }
  await writer.take(folder);
  await writer.take(folder);
  expect([await readdir(folder), kept.size]).toEqual([[], 0]);
});

test('without gio there is the file alone', async () => {
  const writer = createLinuxIconWriter(installed(), none);
  await writer.put(folder);
  expect(await directory()).toBe(DIRECTORY);
  await writer.take(folder);
  expect(await readdir(folder)).toEqual([]);
});

test('one of our own gives way to the other once the app is installed otherwise', async () => {
  const file = join(base, 'con\\barra ñ.png');
  const { kept, run } = gioKeeping();
  await createLinuxIconWriter({ icon: file, file }, run).put(folder);
  expect(await directory()).toBe(`[Desktop Entry]\nIcon=${base}/con\\\\barra ñ.png\nX-Legajo-Folder=true\n`);
  expect([...kept]).toEqual([['metadata::custom-icon', pathToFileURL(file).href]]);
  await createLinuxIconWriter({ icon: 'legajo', file }, run).put(folder);
  expect(await directory()).toBe(DIRECTORY);
  expect([...kept]).toEqual([['metadata::custom-icon-name', 'legajo']]);
});

test('what a stop left empty gets its text', async () => {
  await writeFile(join(folder, '.directory'), '');
  await createLinuxIconWriter(installed(), none).put(folder);
  expect(await directory()).toBe(DIRECTORY);
});

test('a look that its person gave the folder stays', async () => {
  const { kept, run } = gioKeeping({ 'metadata::custom-icon': 'file:///home/ana/perro.png' });
  const writer = createLinuxIconWriter(installed(), run);
  const look = () => [...kept];
  const before = look();
  await writer.put(folder);
  expect(look()).toEqual(before);
  await writer.take(folder);
  expect(look()).toEqual(before);
  const own = '[Desktop Entry]\nIcon=folder-red\n';
  await writeFile(join(folder, '.directory'), own);
  kept.clear();
  await writer.put(folder);
  expect([await directory(), kept.size]).toEqual([own, 0]);
  await writer.take(folder);
  expect(await directory()).toBe(own);
});
