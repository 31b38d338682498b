import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { log, logFile, startFileLog } from './log.ts';

test('lines are kept once it is known where, with what went wrong and no stack', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-log-'));
  try {
    log.info('before');
    startFileLog(folder);
    log.warn('the sync engine ended (code 1)');
    log.error('it failed', new Error('no room'));
    const lines = (await readFile(logFile(folder), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+ warn the sync engine ended \(code 1\)$/);
    expect(lines[1]).toMatch(/error it failed no room$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
