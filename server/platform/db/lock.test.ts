import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUseError, lockDataDir } from './lock.ts';

describe('lockDataDir', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'legajo-lock-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  /** Another process that takes the lock and holds it until it is killed: what nobody refers to is collected. */
  async function holder() {
    const script = `import { lockDataDir } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
      globalThis.held = lockDataDir(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir]);
    await once(child.stdout, 'data');
    return child;
  }

  it('is taken and released in turn, and a clean stop leaves no mark', () => {
    lockDataDir(dataDir).release();
    const again = lockDataDir(dataDir);
    expect(again.uncleanStop).toBe(false);
    again.release();
    again.release();
  });

  it('refuses a second process by name, and does not outlive kill -9', async () => {
    const child = await holder();
    expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError);
    expect(() => lockDataDir(dataDir)).toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const after = lockDataDir(dataDir);
    expect(after.uncleanStop).toBe(true);
    after.release();
    const third = lockDataDir(dataDir);
    expect(third.uncleanStop).toBe(false);
    third.release();
  });

  it('holds against its own process too', () => {
    const first = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError);
    first.release();
  });
});
