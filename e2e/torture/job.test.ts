import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentsLeft } from './job.ts';

describe('what a writer that failed has left', () => {
  let library = '';
  beforeEach(async () => {
    library = await mkdtemp(join(tmpdir(), 'legajo-left-'));
    await mkdir(join(library, 'Obras/Muelle'), { recursive: true });
    await writeFile(join(library, 'Obras/Otro.docx'), 'whole');
    await writeFile(join(library, 'Obras/Muelle/Plano 7.docx'), 'half');
  });
  afterEach(() => rm(library, { recursive: true }));
  const left = async (path: string) => (await contentsLeft(library, path)).map(String).sort();

  it('is found at its path', async () => {
    expect(await left('Obras/Muelle/Plano 7.docx')).toEqual(['half']);
  });

  it('is found where its folder was renamed meanwhile', async () => {
    await rename(join(library, 'Obras'), join(library, 'Obras c1'));
    expect(await left('Obras/Muelle/Plano 7.docx')).toEqual(['half']);
  });

  it('is all that was unpacked', async () => {
    await mkdir(join(library, 'Obras/Planos.zip (planos)'));
    for (const name of ['1.jpg', '2.jpg'])
      await writeFile(join(library, 'Obras/Planos.zip (planos)', name), name);
    await rename(join(library, 'Obras'), join(library, 'Obras c1'));
    expect(await left('Obras/Planos.zip')).toEqual(['1.jpg', '2.jpg']);
  });

  it('is nothing where nothing was begun', async () => {
    expect(await left('Obras/Acta.txt')).toEqual([]);
  });
});
