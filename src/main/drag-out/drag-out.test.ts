import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DesktopError } from '../errors.ts';
import { DragCopies } from './drag-copies.ts';
import { createDragOut } from './drag-out.ts';

let home: string;
let folder: string;
let synced: string;
let now: number;
let dragged: { file: string; icon: string }[];
let fetched: string[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'legajo-drag-'));
  folder = join(home, 'drag-out');
  synced = join(home, 'Acta.txt');
  await writeFile(synced, 'de la carpeta');
  now = 0;
  dragged = [];
  fetched = [];
});
afterEach(() => rm(home, { recursive: true, force: true }));

const RECORD = 'r1';
const VERSION = 'v1';

function open(options: { platform?: NodeJS.Platform; local?: string | null; name?: string } = {}) {
  const { platform = 'linux', local = null, name = 'Acta.txt' } = options;
  return createDragOut<string>({
    platform,
    copies: new DragCopies(folder),
    localFile: async () => local,
    fetchVersion: async (version) => {
      fetched.push(version);
      if (version === 'denied') throw new DesktopError('not_found');
      return { name, saveTo: (path) => writeFile(path, `del servidor: ${version}`) };
    },
    iconOf: async (path) => `icono de ${basename(path)}`,
    drag: (item) => dragged.push(item),
    elapsed: () => now,
  });
}

const only = (): string => {
  expect(dragged).toHaveLength(1);
  return dragged[0]?.file ?? '';
};

test('the synced file itself is dragged where it holds exactly this version', async () => {
  const drag = open({ local: synced });
  await drag.prepare(RECORD, VERSION);
  expect(drag.start(VERSION)).toBe(true);
  expect(dragged).toEqual([{ file: synced, icon: 'icono de Acta.txt' }]);
  expect(fetched).toEqual([]);
  drag.clear();
  expect(await readFile(synced, 'utf8')).toBe('de la carpeta');
});

test('on macOS a copy of it is dragged, because moving was offered there once', async () => {
  const drag = open({ local: synced, platform: 'darwin' });
  await drag.prepare(RECORD, VERSION);
  drag.start(VERSION);
  expect(only().startsWith(folder)).toBe(true);
  expect(basename(only())).toBe('Acta.txt');
  expect(await readFile(only(), 'utf8')).toBe('de la carpeta');
  expect(await readFile(synced, 'utf8')).toBe('de la carpeta');
});

test('what is not on this computer is fetched into a private, read-only copy', async () => {
  const drag = open();
  await drag.prepare(RECORD, VERSION);
  drag.start(VERSION);
  expect(await readFile(only(), 'utf8')).toBe('del servidor: v1');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(only())).mode & 0o777).toBe(0o400);
});

test('the copy has the name of the document, in a form that cannot leave its folder', async () => {
  const drag = open({ name: '../../fuera: del\nlugar.txt' });
  await drag.prepare(RECORD, VERSION);
  drag.start(VERSION);
  expect(basename(only())).toBe('.._.._fuera_ dellugar.txt');
  expect(only().startsWith(folder)).toBe(true);
});

test('nothing is dragged before it is there, nor what the person may not have', async () => {
  const drag = open();
  expect(drag.start(VERSION)).toBe(false);
  const coming = drag.prepare(RECORD, VERSION);
  expect(drag.start(VERSION)).toBe(false);
  await coming;
  await expect(drag.prepare(RECORD, 'denied')).rejects.toMatchObject({ code: 'not_found' });
  expect(drag.start('denied')).toBe(false);
  expect(dragged).toEqual([]);
});

test('a synced file that was saved in the meantime is another version, and is not dragged', async () => {
  const drag = open({ local: synced });
  await drag.prepare(RECORD, VERSION);
  await writeFile(synced, 'de la carpeta, corregido');
  expect(drag.start(VERSION)).toBe(false);
  expect(dragged).toEqual([]);
});

test('what was ready a minute ago is asked for again, since rights may have ended', async () => {
  const drag = open();
  await drag.prepare(RECORD, VERSION);
  await drag.prepare(RECORD, VERSION);
  expect(fetched).toEqual(['v1']);
  now += 60_000;
  expect(drag.start(VERSION)).toBe(false);
  await drag.prepare(RECORD, VERSION);
  expect(fetched).toEqual(['v1', 'v1']);
  expect(drag.start(VERSION)).toBe(true);
});

test('all copies go with the session, and nothing else that lies there', async () => {
  const drag = open();
  await drag.prepare(RECORD, VERSION);
  drag.start(VERSION);
  await mkdir(join(folder, 'copy-con-carpeta', 'dentro'), { recursive: true });
  await writeFile(join(folder, 'copy-con-carpeta', 'dentro', 'ajeno.txt'), 'ajeno');
  drag.clear();
  expect(existsSync(only())).toBe(false);
  expect(await readdir(folder)).toEqual(['copy-con-carpeta']);
});

test('of files that nobody dragged only the last few stay; one that was dragged stays for whoever reads it', async () => {
  const drag = open();
  await drag.prepare(RECORD, VERSION);
  drag.start(VERSION);
  for (const version of ['a', 'b', 'c', 'd', 'e', 'f']) await drag.prepare(RECORD, version);
  await expect.poll(() => readdir(folder)).toHaveLength(5);
  expect(existsSync(only())).toBe(true);
  expect(drag.start('a')).toBe(false);
  expect(drag.start('f')).toBe(true);
});

test('nothing stays when the app or the session ends', async () => {
  const drag = open();
  await drag.prepare(RECORD, VERSION);
  await drag.prepare(RECORD, 'v2');
  drag.start(VERSION);
  drag.clear();
  expect(existsSync(folder)).toBe(false);
  expect(drag.start('v2')).toBe(false);
});
