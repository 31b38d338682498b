import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../../testing/documents.ts';
import { SMALL, someBytes, TestUploadStore } from '../../testing/uploads/upload-store.ts';
import { UploadStore } from './upload-store.ts';

let at: TestUploadStore;

beforeEach(async () => {
  at = await TestUploadStore.create();
});
afterEach(() => at.remove());

describe.runIf(process.platform === 'linux')('a disk that does not take the bytes', () => {
  /** The upload's bytes go there instead of into its file. */
  async function into(path: string): Promise<Buffer> {
    const bytes = someBytes(SMALL + 1);
    await at.announce('a', bytes.length);
    await unlink(join(at.folder, 'a'));
    await symlink(path, join(at.folder, 'a'));
    return bytes;
  }

  it('since it is full: the upload is given up, so that its part does not keep it full', async () => {
    const bytes = await into('/dev/full');
    await expect(at.send('a', bytes)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(at.gaveUp).toEqual(['a']);
    expect(await at.names()).toEqual([]);
  });

  it('for another reason: the upload stays, and what was hashed is forgotten', async () => {
    // The system takes numbers there, and only few.
    const bytes = await into('/proc/self/oom_score_adj');
    await expect(at.send('a', bytes)).rejects.toMatchObject({ code: 'EINVAL' });
    expect(at.gaveUp).toEqual([]);
    expect(await at.names()).toEqual(['a', 'a.json']);
    await unlink(join(at.folder, 'a'));
    const others = someBytes(bytes.length);
    await writeFile(join(at.folder, 'a'), others);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(others) });
  });
});

describe('a disk of 64 KiB', () => {
  let disk: string;
  let mounted = false;
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'legajo-small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
      mounted = true;
    } catch {
      // Needs the right to mount, as in a container of one's own.
    }
  });
  afterAll(async () => {
    if (mounted) execFileSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  it.for([true, false])('keeps no half of what came whole, of a new key: %j', async (isNew, { skip }) => {
    skip(!mounted, 'no disk can be mounted here');
    const full = new UploadStore(
      disk,
      () => undefined,
      async () => undefined,
    );
    await expect(full.take('a', someBytes(200_000), isNew)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(disk)).toEqual([]);
    await full.take('a', someBytes(1000), isNew);
    expect(await full.received('a')).toMatchObject({ size: 1000 });
    await full.remove('a');
  });
});
