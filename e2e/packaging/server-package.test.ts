import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { packageFiles } from '../../scripts/lib/server-package/packages.mjs';
import { tar } from '../../scripts/lib/server-package/tar.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'legajo-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the archive', () => {
  const deep = `legajo/${'carpeta/'.repeat(12)}${'n'.repeat(90)}.js`;
  const files: [string, Buffer][] = [
    ['legajo/a.txt', Buffer.from('uno')],
    ['legajo/b.bin', Buffer.alloc(1024, 7)],
    ['legajo/empty', Buffer.alloc(0)],
    [deep, Buffer.from('hondo')],
  ];

  it('is read by the system’s tar, with every byte, owner and time', () => {
    const file = join(folder, 'a.tar');
    writeFileSync(file, tar(files, 1_700_000_000));
    const listed = execFileSync('tar', ['-tvf', file, '--numeric-owner', '--utc'], { encoding: 'utf8' });
    expect(listed.trim().split('\n')).toHaveLength(files.length);
    for (const line of listed.trim().split('\n'))
      expect(line).toMatch(/^-rw-r--r-- 0\/0 .* 2023-11-14 22:13/);
    execFileSync('tar', ['-xf', file, '-C', folder]);
    for (const [path, bytes] of files) expect(readFileSync(join(folder, path)).equals(bytes)).toBe(true);
  });

  it('is the same for the same files, and refuses a path that it cannot hold', () => {
    expect(tar(files, 5).equals(tar(files, 5))).toBe(true);
    expect(() => tar([['n'.repeat(101), Buffer.alloc(0)]], 5)).toThrow('too long');
  });
});

describe('launched by a Node that is too old', () => {
  const launcher = join(root, 'scripts/lib/server-package/files/legajo.mjs');
  const run = (version: string, ...args: string[]): { code: number | null; said: string } => {
    const versions = `process.versions={...process.versions,node:'${version}'}`;
    const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:${encodeURIComponent(versions.slice('process.versions='.length))}})`;
    try {
      return {
        code: 0,
        said: execFileSync(process.execPath, ['--import', older, launcher, ...args], {
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      };
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: string };
      return { code: status, said: stderr };
    }
  };

  it.each(['20.20.2', '22.12.0'])('%s is told in one line', (version) => {
    const { code, said } = run(version);
    expect([code, said.split('\n').length]).toEqual([1, 2]);
    expect(said).toMatch(`Legajo needs Node 22.13 or newer; this is ${version}`);
  });

  it('a command that it does not know is told in one line', () => {
    expect(run('22.13.0', 'toString')).toEqual({
      code: 1,
      said: expect.stringMatching(/^Legajo does not know the command "toString"\. It knows: start, .*\n$/),
    });
  });
});

describe('of packages', () => {
  it('types, sources of builds and documents are left out, and licences are not', () => {
    const files = packageFiles(root, 'node_modules/kysely');
    expect(files).toContain('LICENSE');
    expect(files.filter((name) => /\.(d\.ts|map|md)$/.test(name))).toEqual([]);
  });

  it('with several builds of themselves, the one that Node loads is taken', () => {
    expect(packageFiles(root, 'node_modules/pdfjs-dist')).toEqual([
      'LICENSE',
      'legacy/build/pdf.mjs',
      'legacy/build/pdf.worker.mjs',
      'package.json',
    ]);
  });
});
