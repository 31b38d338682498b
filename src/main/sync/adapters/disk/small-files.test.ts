import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FilesError, type Packed } from '../../ports/files.ts';
import { DiskFiles } from './disk-files.ts';
import { readSmall, sha256Of } from './small-files.ts';

const LARGE = 300 * 1024;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'legajo-small-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test.each([1, 22_000, LARGE])(
  'a copy of %i bytes is told by its own hash, and is its person’s alone',
  async (size) => {
    const root = await folder();
    const files = await DiskFiles.open(root);
    const bytes = Buffer.alloc(size, 'a');
    await writeFile(join(root, 'Acta.txt'), bytes, { mode: 0o644 });
    // Whatever lay there before is no part of it.
    await writeFile(join(root, 'copia'), Buffer.alloc(size + 5, 'b'), { mode: 0o600 });
    const expected = { sha256: sha256Of(bytes), size };
    expect(await files.keepCopy('Acta.txt', 'copia')).toEqual(expected);
    expect((await readFile(join(root, 'copia'))).equals(bytes)).toBe(true);
    expect(await files.hash('copia')).toEqual(expected);
    expect(await files.examine('Acta.txt')).toEqual({ ...expected, incomplete: false });
    if (process.platform !== 'win32') expect((await stat(join(root, 'copia'))).mode & 0o777).toBe(0o600);
  },
);

test('a copy of what is gone, or into a folder that is not there, says so', async () => {
  const root = await folder();
  const files = await DiskFiles.open(root);
  await expect(files.keepCopy('Nada.txt', 'copia')).rejects.toMatchObject({ code: 'missing' });
  await writeFile(join(root, 'Acta.txt'), 'acta');
  await expect(files.keepCopy('Acta.txt', 'nada/copia')).rejects.toMatchObject({ code: 'missing' });
});

test.skipIf(process.platform === 'win32')('a pipe or a link under the name holds nothing up', async () => {
  const root = await folder();
  execFileSync('mkfifo', [join(root, 'tubo')]);
  expect(readSmall(join(root, 'tubo'))).toBeUndefined();
  await writeFile(join(root, 'Acta.txt'), 'acta');
  await symlink(join(root, 'Acta.txt'), join(root, 'enlace'));
  expect(() => readSmall(join(root, 'enlace'))).toThrow('ELOOP');
});

test('many at once are told by their own bytes', async () => {
  const root = await folder();
  const files = await DiskFiles.open(root);
  const texts = Array.from(
    { length: 40 },
    (_, at) => `%PDF-1.7 ${'x'.repeat(at * 900)}${at % 2 ? '%%EOF' : ''}`,
  );
  for (const [at, text] of texts.entries()) await writeFile(join(root, `${at}.pdf`), text);
  const found = await Promise.all(texts.map((_, at) => files.examine(`${at}.pdf`)));
  for (const [at, text] of texts.entries())
    expect(found[at]).toEqual({
      sha256: sha256Of(Buffer.from(text)),
      size: text.length,
      incomplete: at % 2 === 0,
    });
});

test('copies in one file come out as they went in; what cannot be read, or is large, holds up none', async () => {
  const root = await folder();
  const files = await DiskFiles.open(root);
  const texts: Readonly<Record<string, string>> = {
    'a.txt': 'acta',
    'b.txt': 'b'.repeat(22_000),
    'c.txt': 'ñ',
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(root, name), text);
  await writeFile(join(root, 'grande'), Buffer.alloc(LARGE));
  await symlink(join(root, 'a.txt'), join(root, 'enlace'));
  const packed = await files.pack(['a.txt', 'nada', 'grande', 'enlace', 'b.txt', 'c.txt'], 'junto');
  expect(packed.map((each) => (each instanceof Error ? each.code : each && 'copied'))).toEqual([
    'copied',
    'missing',
    undefined,
    'outside',
    'copied',
    'copied',
  ]);
  const copied = packed.filter((each) => each && !(each instanceof FilesError)) as Packed[];
  for (const [index, name] of Object.keys(texts).entries()) {
    const { at, size, sha256 } = copied[index] ?? { at: -1, size: 0, sha256: '' };
    await files.unpack('junto', { at, size }, 'copia');
    expect(await readFile(join(root, 'copia'), 'utf8')).toBe(texts[name]);
    expect(await files.hash('copia')).toEqual({ sha256, size });
  }
  if (process.platform !== 'win32') expect((await stat(join(root, 'junto'))).mode & 0o777).toBe(0o600);
  await expect(files.unpack('junto', { at: 22_000, size: 22_000 }, 'otra')).rejects.toMatchObject({
    code: 'changed',
  });
  await expect(files.pack(['a.txt'], 'nada/junto')).rejects.toMatchObject({ code: 'missing' });
  expect((await readdir(root)).sort()).toEqual(
    ['.legajo', ...Object.keys(texts), 'copia', 'enlace', 'grande', 'junto'].sort(),
  );
});
