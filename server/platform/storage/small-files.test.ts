import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkFile, readSmallFile, removeFile, sizeOfFile, writeSmallFile } from './small-files.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-small-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('small files', () => {
  it('are written, linked, read and removed, many at once', async () => {
    const files = Array.from({ length: 300 }, (_, n) => ({ name: `${n}`, bytes: randomBytes(n * 37) }));
    await Promise.all(
      files.map(async ({ name, bytes }) => {
        await writeSmallFile(at(name), bytes);
        await linkFile(at(name), at(`${name}.kept`));
        await removeFile(at(name));
        expect(await sizeOfFile(at(name))).toBeNull();
        expect(await sizeOfFile(at(`${name}.kept`))).toBe(bytes.length);
        expect(await readSmallFile(at(`${name}.kept`))).toEqual(bytes);
      }),
    );
    expect(await readdir(folder)).toHaveLength(files.length);
  });

  it('leaves the bytes with their caller, and writes what they were', async () => {
    const whole = Buffer.from('acta de la sesión');
    const writing = writeSmallFile(at('a'), whole.subarray(8));
    whole.fill(0);
    await writing;
    expect(await readFile(at('a'), 'utf8')).toBe('la sesión');
    expect(whole).toHaveLength(18);
  });

  it.skipIf(process.platform === 'win32')(
    'may be read by their owner only, and by nobody written',
    async () => {
      await writeSmallFile(at('a'), Buffer.from('acta'));
      expect((await stat(at('a'))).mode & 0o777).toBe(0o400);
    },
  );

  it('fail as the system says: a name that is taken, one that is missing', async () => {
    await writeSmallFile(at('a'), Buffer.from('acta'));
    await expect(writeSmallFile(at('a'), Buffer.from('otra'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(at('a'), 'utf8')).toBe('acta');
    await expect(linkFile(at('b'), at('c'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(linkFile(at('a'), at('a'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(readSmallFile(at('b'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(removeFile(at('b'))).resolves.toBeUndefined();
  });

  it('are no folders', async () => {
    expect(await sizeOfFile(folder)).toBeNull();
    await expect(readSmallFile(folder)).rejects.toMatchObject({ code: 'ENXIO' });
  });

  it.skipIf(process.platform === 'win32')('are no pipes, and a pipe holds up no other file', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    await writeFile(at('a'), 'acta');
    const [pipe, file] = await Promise.allSettled([readSmallFile(at('pipe')), readSmallFile(at('a'))]);
    expect(pipe).toMatchObject({ reason: { code: 'ENXIO' } });
    expect(file).toMatchObject({ value: Buffer.from('acta') });
  });

  it('are finished before a process ends, and let it end', async () => {
    const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'small-files.ts')).href);
    await writeFile(
      at('program.mjs'),
      `import { writeSmallFile } from ${module};
      for (let n = 0; n < 50; n += 1) void writeSmallFile(process.argv[2] + n, Buffer.alloc(20_000, 'a'));`,
    );
    await promisify(execFile)(process.execPath, [at('program.mjs'), at('written-')]);
    const written = (await readdir(folder)).filter((name) => name.startsWith('written-'));
    const sizes = await Promise.all(written.map((name) => sizeOfFile(at(name))));
    expect(sizes).toEqual(Array.from({ length: 50 }, () => 20_000));
  });

  it.skipIf(process.platform === 'win32')(
    'fail, and work again, where a process may open no more files',
    async () => {
      const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'small-files.ts')).href);
      await writeFile(at('a'), 'acta');
      await writeFile(
        at('program.mjs'),
        `import { closeSync, openSync } from 'node:fs';
      import { readSmallFile } from ${module};
      const open = [];
      try { for (;;) open.push(openSync('/dev/null')); } catch {}
      const first = await readSmallFile(process.argv[2]).then(() => 'read', (error) => 'refused');
      for (const file of open) closeSync(file);
      console.log(first, String(await readSmallFile(process.argv[2])));`,
      );
      const command = 'ulimit -n 60; exec "$0" "$@"';
      const { stdout } = await promisify(execFile)('sh', [
        ...['-c', command, process.execPath, at('program.mjs'), at('a')],
      ]);
      expect(stdout.trim()).toBe('refused acta');
    },
  );
});
