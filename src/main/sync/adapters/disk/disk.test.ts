import {
  appendFile,
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asideName, downloadPath, spoolPath } from '../../engine/layout.ts';
import { FilesError } from '../../ports/files.ts';
import { SqliteJournal } from '../sqlite-journal.ts';
import { DiskFiles } from './disk-files.ts';

let folder: string;
let files: DiskFiles;
const at = (path: string) => join(folder, 'root', path);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-disk-'));
  files = await DiskFiles.open(join(folder, 'root'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

describe('the disk', () => {
  test('a move replaces nothing', async () => {
    await writeFile(at('a'), 'a');
    await writeFile(at('b'), 'b');
    await expect(files.move('a', 'b')).rejects.toMatchObject({ code: 'exists' });
    await files.move('a', 'c');
    expect(await readFile(at('c'), 'utf8')).toBe('a');
    await files.makeFolder('x/y');
    await expect(files.move('x', 'b')).rejects.toMatchObject({ code: 'exists' });
  });

  test('a move that a crash cut in two is brought to its end', async () => {
    await writeFile(at('a'), 'a');
    await link(at('a'), at('b'));
    await files.move('a', 'b');
    expect((await files.list(''))?.map(({ name }) => name)).toEqual(['.legajo', 'b']);
    // The same name twice is no move: nothing goes.
    await files.move('b', 'b');
    expect(await readFile(at('b'), 'utf8')).toBe('a');
  });

  test('a replacement is refused where a program put another file there', async () => {
    await writeFile(at('a'), 'old');
    const before = await files.stat('a');
    await writeFile(at('new'), 'from the server');
    await writeFile(at('saved'), 'by the program');
    await rename(at('saved'), at('a'));
    await expect(files.replace('new', 'a', before)).rejects.toMatchObject({ code: 'changed' });
    expect(await readFile(at('a'), 'utf8')).toBe('by the program');
    await files.replace('new', 'a', await files.stat('a'));
    expect(await readFile(at('a'), 'utf8')).toBe('from the server');
  });

  test('identity outlives renames and writes; the stamp tells a write that keeps size and time', async () => {
    await writeFile(at('libro.xlsx'), 'uno');
    await utimes(at('libro.xlsx'), 1000, 1000);
    const before = await files.stat('libro.xlsx');
    await writeFile(at('libro.xlsx'), 'dos');
    await utimes(at('libro.xlsx'), 1000, 1000);
    await rename(at('libro.xlsx'), at('otro.xlsx'));
    const after = await files.stat('otro.xlsx');
    expect(after?.identity).toBe(before?.identity);
    expect(after?.stamp).not.toBe(before?.stamp);
  });

  test('a folder that became a link is out of reach, also with the date set back by three days', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      await files.makeFolder('obra');
      await files.writeText('obra/a.txt', 'a');
      await rename(at('obra'), at('antes'));
      await symlink(folder, at('obra'));
      vi.advanceTimersByTime(1000);
      vi.setSystemTime(Date.now() - 3 * 86_400_000);
      await expect(files.writeText('obra/b.txt', 'b')).rejects.toMatchObject({ code: 'outside' });
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    '..',
    '../fuera',
    'a/../../fuera',
    'a/./b',
    'a//b',
    '/etc/passwd',
    'con\u0000nulo',
    '../.legajo/root.json',
  ])('no path leads anywhere by %j', async (path) => {
    await files.makeFolder('a');
    for (const attempt of [
      () => files.writeText(path, 'x'),
      () => files.keep(path, Buffer.from('x'), true),
      () => files.makeFolder(path),
      () => files.unlink(path, { identity: '' }),
      () => files.move('a', path),
      () => files.hash(path),
      () => files.list(path),
      () => files.stat(path),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'outside' });
  });

  test('ids that lead elsewhere become no names of files', () => {
    for (const id of ['../x', 'a/b', '..', '', 'a\\b', 'C:x']) {
      expect(() => downloadPath(id)).toThrow(FilesError);
      expect(() => spoolPath(id)).toThrow(FilesError);
      expect(() => asideName({ sha256: 'a'.repeat(64), recordId: id, base: undefined }, 'op')).toThrow(
        FilesError,
      );
    }
  });

  const modeAt = async (path: string) => ((await stat(at(path))).mode & 0o777).toString(8);
  const masked = (mode: number) => (mode & ~process.umask()).toString(8);

  test('the root and the engine’s own folders are closed to other accounts', async () => {
    expect(await modeAt('')).toBe('700');
    await files.makeFolder('.legajo/tmp');
    expect([await modeAt('.legajo'), await modeAt('.legajo/tmp')]).toEqual(['700', '700']);
    await files.writeText('.legajo/root.json', '{}');
    expect(await modeAt('.legajo/root.json')).toBe('600');
    await files.makeFolder('Andes/Calidad');
    expect(await modeAt('Andes')).toBe(masked(0o777));
  });

  test('a root that an earlier Legajo left open is closed once; one that somebody opens stays open', async () => {
    await files.makeFolder('.legajo/tmp');
    await rm(at('.legajo/private'));
    await chmod(at('.legajo'), 0o755);
    await chmod(at(''), 0o777 & ~process.umask());
    await DiskFiles.open(join(folder, 'root'));
    expect([await modeAt(''), await modeAt('.legajo')]).toEqual(['700', '700']);
    await chmod(at(''), 0o755);
    await DiskFiles.open(join(folder, 'root'));
    expect(await modeAt('')).toBe('755');
  });

  test('a folder that was there before Legajo keeps its mode', async () => {
    await mkdir(join(folder, 'own'));
    await chmod(join(folder, 'own'), 0o777 & ~process.umask());
    await DiskFiles.open(join(folder, 'own'));
    await DiskFiles.open(join(folder, 'own'));
    expect(((await stat(join(folder, 'own'))).mode & 0o777).toString(8)).toBe(masked(0o777));
  });

  test('documents go by the umask, and those that one may not edit are read-only', async () => {
    await files.keep('a', Buffer.from('a'), true);
    await files.keep('b', Buffer.from('b'), false);
    expect([await modeAt('a'), await modeAt('b')]).toEqual([masked(0o666), masked(0o444)]);
    await files.setWritable('b', true);
    expect(await modeAt('b')).toBe(masked(0o666));
  });

  test('a script of one’s own stays one when a new version comes, and when it becomes read-only', async () => {
    await files.keep('script', Buffer.from('a'), true);
    await chmod(at('script'), 0o755);
    await files.keep('new', Buffer.from('b'), true);
    await files.replace('new', 'script', await files.stat('script'));
    expect((Number.parseInt(await modeAt('script'), 8) & 0o111).toString(8)).toBe('111');
    await files.setWritable('script', false);
    expect(Number.parseInt(await modeAt('script'), 8) & 0o333).toBe(0o111);
  });

  test('a second name keeps what is written into the first', async () => {
    await writeFile(at('a'), 'a');
    await files.link('a', 'aside');
    await appendFile(at('a'), '+');
    expect((await files.hash('aside')).size).toBe(2);
  });

  test('symbolic links lead nowhere, neither for reading nor for writing', async () => {
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside', 'secret'), 'x');
    await symlink(join(folder, 'outside'), at('inside'));
    await symlink(join(folder, 'outside', 'secret'), at('file'));
    expect((await files.list(''))?.map(({ name, kind }) => [name, kind]).sort()).toEqual([
      ['.legajo', 'folder'],
      ['file', 'other'],
      ['inside', 'other'],
    ]);
    for (const attempt of [
      () => files.writeText('inside/new', 'x'),
      () => files.unlink('inside/secret', { identity: '' }),
      () => files.hash('inside/secret'),
      () => files.makeFolder('inside/sub'),
      () => files.list('inside'),
      () => files.move('file', 'inside/file'),
      () => files.write('../outside/x', 0, (async function* () {})()),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/^(outside|exists)$/) });
    }
    await expect(files.hash('file')).rejects.toThrow();
    expect(await readFile(join(folder, 'outside', 'secret'), 'utf8')).toBe('x');
  });

  test('a partial download goes on where it stopped, and drops what lay behind', async () => {
    const chunks = async function* (...texts: string[]) {
      for (const text of texts) yield Buffer.from(text);
    };
    await files.write('tmp', 0, chunks('abc', 'XXXX'));
    await files.write('tmp', 3, chunks('def'));
    expect(await readFile(at('tmp'), 'utf8')).toBe('abcdef');
  });

  test('a folder is removed only where nothing is left in it, of whatever name', async () => {
    await mkdir(at('f'));
    await writeFile(at('f/Thumbs.db'), '');
    expect(await files.removeEmptyFolder('f')).toBe(false);
    await rm(at('f/Thumbs.db'));
    expect(await files.removeEmptyFolder('f')).toBe(true);
    expect(await files.removeEmptyFolder('f')).toBe(true);
  });

  test('a name is taken away only from the file that was looked at', async () => {
    await writeFile(at('a'), 'a');
    const looked = await files.stat('a');
    if (!looked) throw new Error('a is missing');
    await appendFile(at('a'), '+');
    expect(await files.unlink('a', looked)).toBe(false);
    await writeFile(at('b'), 'by a program that saves by renaming');
    await rename(at('b'), at('a'));
    expect(await files.unlink('a', { identity: looked.identity })).toBe(false);
    const now = await files.stat('a');
    if (!now) throw new Error('a is missing');
    expect(await files.unlink('a', now)).toBe(true);
    expect(await files.stat('a')).toBeUndefined();
  });

  test('a download that is a document by now is not written into', async () => {
    await writeFile(at('tmp'), 'corregido');
    await link(at('tmp'), at('Informe.txt'));
    const none = (async function* () {})();
    await expect(files.write('tmp', 0, none)).rejects.toMatchObject({ code: 'changed' });
    expect(await readFile(at('Informe.txt'), 'utf8')).toBe('corregido');
    expect(await files.stat('tmp')).toBeUndefined();
  });

  test('a kept file is a new one, and is told as it lies there', async () => {
    await files.keep('tmp', Buffer.from('corregido'), false);
    await link(at('tmp'), at('Informe.txt'));
    const { sha256, entry } = await files.keep('tmp', Buffer.from('otro'), true);
    expect(entry).toEqual(await files.stat('tmp'));
    expect(sha256).toBe((await files.hash('tmp')).sha256);
    expect(await readFile(at('Informe.txt'), 'utf8')).toBe('corregido');
  });

  test('a folder is made with those above it, but not below a file', async () => {
    await files.makeFolder('a/b/c');
    await files.makeFolder('a/b/c');
    expect((await files.stat('a/b/c'))?.kind).toBe('folder');
    await writeFile(at('a/f'), '');
    await expect(files.makeFolder('a/f')).rejects.toMatchObject({ code: 'exists' });
    await expect(files.makeFolder('a/f/g')).rejects.toMatchObject({ code: 'exists', path: 'a/f' });
  });

  test('hard links share an identity', async () => {
    await writeFile(at('a'), 'a');
    await link(at('a'), at('b'));
    expect((await files.stat('a'))?.identity).toBe((await files.stat('b'))?.identity);
  });
});

describe('the journal', () => {
  test('keeps a commit whole, over a restart, and for one writer', () => {
    const path = join(folder, 'journal.db');
    const journal = new SqliteJournal(path);
    const meta = (key: string) => ({ type: 'meta', key, value: key }) as const;
    journal.commit([meta('a'), meta('b')]);
    expect(() => new SqliteJournal(path)).toThrow(/locked/);
    const broken = { type: 'meta', key: null, value: 'x' } as unknown as ReturnType<typeof meta>;
    expect(() => journal.commit([meta('c'), broken])).toThrow();
    journal.close();
    const again = new SqliteJournal(path);
    expect([...again.load().meta.keys()].sort()).toEqual(['a', 'b']);
    again.close();
  });

  test('of the layout before vacated places were noted, keeps all that it has', () => {
    const path = join(folder, 'earlier.db');
    const journal = new SqliteJournal(path);
    journal.commit([{ type: 'meta', key: 'a', value: 'kept' }]);
    journal.close();
    const earlier = new DatabaseSync(path);
    earlier.exec('drop table vacated; pragma user_version = 2');
    earlier.close();
    const opened = new SqliteJournal(path);
    const place = { path: 'Andes/Calidad/Acta.pdf', recordId: 'r', at: 1 };
    opened.commit([
      { type: 'vacated', place },
      { type: 'vacated', place: { ...place, path: 'otra' } },
    ]);
    opened.commit([{ type: 'vacated gone', path: 'otra' }]);
    opened.close();
    const again = new SqliteJournal(path);
    expect(again.load().meta.get('a')).toBe('kept');
    expect([...again.load().vacated.values()]).toEqual([place]);
    again.close();
  });
});
