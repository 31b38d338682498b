import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, inject, it } from 'vitest';
import type {} from '../../server/testing/global-setup.ts';
import type { SeedReport } from './report.ts';

const cli = resolve(import.meta.dirname, 'cli.ts');
/** Short histories, to leave time for other tests; `npm run torture` plays longer ones. */
const SHORT = [
  '--seconds',
  '6',
  '--distance',
  '3000',
  '--unfinished',
  '6000',
  '--rest',
  '1',
  '--quiet',
  '30',
];

it.runIf(process.platform === 'linux')('nothing is wrong by any rule in two short histories', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-torture-test-'));
  const file = join(folder, 'report.json');
  // Making a database takes a tenth of the processor time of this test. The driver runs as another user.
  const snapshot = join(folder, 'empty.tar');
  await copyFile(inject('testDatabases').pgliteSnapshot, snapshot);
  await chmod(folder, 0o755);
  await chmod(snapshot, 0o644);
  try {
    const output = await new Promise<string>((done) => {
      const args = [cli, '--seeds', '2', '--from', '1', ...SHORT];
      args.push('--snapshot', snapshot, '--report', file);
      execFile(process.execPath, args, (_error, stdout, stderr) => done(stdout + stderr));
    });
    const report = JSON.parse(await readFile(file, 'utf8')) as { seeds: SeedReport[] };
    expect(
      report.seeds.flatMap(({ findings }) => findings),
      output,
    ).toEqual([]);
    // A history in which nothing happens would find nothing either.
    for (const { protected: count, versions, quiet } of report.seeds) {
      expect(quiet, output).toBe(true);
      expect(count).toBeGreaterThan(3);
      expect(versions).toBeGreaterThan(1);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
