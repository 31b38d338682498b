import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
