import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepLeftovers } from './opening.ts';

describe('what a crash left of uploads', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legajo-incoming-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = async (name: string, ageSeconds: number) => {
    await writeFile(join(folder, name), 'x');
    const at = new Date(Date.now() - ageSeconds * 1000);
    await utimes(join(folder, name), at, at);
  };

  it('is deleted once it is old; of two files of one upload the newer one counts', async () => {
    await put('old', 200);
    await put('young', 50);
    await put('going-on', 50);
    await put('going-on.json', 200);
    await put('over', 200);
    await put('over.json', 200);
    await sweepLeftovers(folder, 100);
    expect((await readdir(folder)).sort()).toEqual(['going-on', 'going-on.json', 'young']);
  });

  it('may disappear meanwhile: another process confirms it', async () => {
    // It is listed, and cannot be found.
    await symlink(join(folder, 'nowhere'), join(folder, 'confirmed'));
    await put('old', 200);
    await sweepLeftovers(folder, 100);
    expect(await readdir(folder)).toEqual(['confirmed']);
  });
});
