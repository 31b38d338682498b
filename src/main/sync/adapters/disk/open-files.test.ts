import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskFiles } from './disk-files.ts';

let folder: string;
let files: DiskFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-open-'));
  files = await DiskFiles.open(folder);
  await writeFile(join(folder, 'Informe.txt'), 'informe');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entryOf = async (name: string) => {
  const entry = await files.stat(name);
  if (!entry) throw new Error(`${name} is missing`);
  return entry;
};

test.runIf(process.platform === 'linux')(
  'a file is open for writing until its writer closes it',
  async () => {
    const entry = await entryOf('Informe.txt');
    const writer = await open(join(folder, 'Informe.txt'), 'a');
    expect([...(await files.openForWriting([entry]))]).toEqual([entry.identity]);
    await writer.close();
    expect((await files.openForWriting([entry])).size).toBe(0);
  },
);

test.runIf(process.platform === 'linux')(
  'a writer is found also where other programs take the processor meanwhile',
  async () => {
    const entry = await entryOf('Informe.txt');
    const writer = await open(join(folder, 'Informe.txt'), 'a');
    let asked = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (asked++ === 0 ? 0 : 5000));
    try {
      expect((await files.openForWriting([entry])).size).toBe(1);
    } finally {
      now.mockRestore();
      await writer.close();
    }
  },
);

test('whoever only reads a file does not write it', async () => {
  const reader = await open(join(folder, 'Informe.txt'), 'r');
  expect((await files.openForWriting([await entryOf('Informe.txt')])).size).toBe(0);
  await reader.close();
});

test.runIf(process.platform === 'linux')(
  'a writer is found after its file was renamed, or replaced',
  async () => {
    const renamed = await entryOf('Informe.txt');
    await writeFile(join(folder, 'Acta.txt'), 'acta');
    const replaced = await entryOf('Acta.txt');
    const writers = [
      await open(join(folder, 'Informe.txt'), 'r+'),
      await open(join(folder, 'Acta.txt'), 'r+'),
    ];
    await files.link('Acta.txt', 'kept');
    await rename(join(folder, 'Informe.txt'), join(folder, 'Acta.txt'));
    const found = await files.openForWriting([renamed, replaced]);
    for (const writer of writers) await writer.close();
    expect([...found].sort()).toEqual([renamed.identity, replaced.identity].sort());
  },
);
