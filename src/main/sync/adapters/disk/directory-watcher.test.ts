import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryWatcher } from './directory-watcher.ts';

let root: string;
let watcher: DirectoryWatcher;
const told = new Set<string>();
const at = (path: string) => join(root, path);
const tells = (path: string) => expect.poll(() => [...told], { interval: 20 }).toContain(path);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'legajo-watcher-'));
  await mkdir(at('obra'));
  await mkdir(at('.legajo/tmp'), { recursive: true });
  await writeFile(at('obra/acta.txt'), 'acta');
  told.clear();
  watcher = new DirectoryWatcher(root);
  await watcher.start(
    (path) => told.add(path),
    (error) => expect.fail(String(error)),
  );
});
afterEach(async () => {
  await watcher.close();
  await rm(root, { recursive: true, force: true });
});

test('an edit in place is told, and a new file, but nothing of the engine’s own', async () => {
  await writeFile(at('.legajo/tmp/1'), 'bytes');
  await appendFile(at('obra/acta.txt'), ', corregida');
  await tells('obra/acta.txt');
  await writeFile(at('obra/plano.txt'), 'plano');
  await tells('obra/plano.txt');
  expect([...told].filter((path) => path.startsWith('.legajo'))).toEqual([]);
});

test('what happens in a new folder is told, also where a file had its name before', async () => {
  await mkdir(at('obra/anexos'));
  await tells('obra/anexos');
  await expect
    .poll(async () => {
      await appendFile(at('obra/anexos/uno.txt'), 'uno');
      return [...told];
    })
    .toContain('obra/anexos/uno.txt');
  await rm(at('obra/acta.txt'));
  await mkdir(at('obra/acta.txt'));
  await expect
    .poll(async () => {
      await appendFile(at('obra/acta.txt/dos.txt'), 'dos');
      return [...told];
    })
    .toContain('obra/acta.txt/dos.txt');
});

test('a folder that a file replaced, and that came back, is watched', async () => {
  await rm(at('obra'), { recursive: true });
  await writeFile(at('obra'), 'a file');
  await tells('obra');
  await rm(at('obra'));
  await mkdir(at('obra'));
  await expect
    .poll(async () => {
      await appendFile(at('obra/tres.txt'), 'tres');
      return [...told];
    })
    .toContain('obra/tres.txt');
});
