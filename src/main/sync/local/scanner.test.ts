import {
  appendFile,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UPLOAD_LIMIT_BYTES } from '#shared/platform/limits.ts';
import { DiskFiles } from '../adapters/disk/disk-files.ts';
import { SAVE_GAP_MS } from '../planner/matching/matching.ts';
import { Scanner } from './scanner.ts';
import type { KnownBytes } from './settling.ts';

const SETTLE_MS = 2000;
const TIMES = { settleMs: SETTLE_MS, unfinishedMs: 120_000, restlessMs: 30_000 };
const LIBRARY = 'Andes/Calidad';

let folder: string;
let scanner: Scanner;
let now: number;
/** Bytes that the journal knows. */
let journal: KnownBytes[];

const at = (path: string) => join(folder, LIBRARY, path);
const look = (full = false) =>
  scanner.scan(
    [LIBRARY],
    (identity, stamp) => journal.find((each) => each.identity === identity && each.stamp === stamp),
    full,
  );
const settled = async () => {
  await look(true);
  now += SETTLE_MS;
  return look();
};
const file = (scan: Awaited<ReturnType<typeof look>>, path: string) => {
  const entry = scan.tree.get(`${LIBRARY}/${path}`);
  return entry?.kind === 'file' ? entry : undefined;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-scan-'));
  await mkdir(at('Actas'), { recursive: true });
  await writeFile(at('Actas/Acta.txt'), 'acta');
  await writeFile(at('Informe.txt'), 'informe');
  now = Date.now();
  journal = [];
  const clock = {
    now: () => now,
    date: () => now,
    undisturbedDate: () => now,
    bootedAt: () => 0,
    sleep: async () => {},
  };
  scanner = new Scanner(await DiskFiles.open(folder), clock, TIMES, []);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a look at the disk', () => {
  test('does not read a file that is larger than any version may be', async () => {
    await truncate(at('Informe.txt'), UPLOAD_LIMIT_BYTES + 1);
    expect(file(await settled(), 'Informe.txt')).toMatchObject({ settled: true, sha256: undefined });
    await truncate(at('Informe.txt'), 7);
    await look(true);
    now += SETTLE_MS;
    expect(file(await look(), 'Informe.txt')?.sha256).toBeDefined();
  });

  test('waits longer for what a program writes before it puts that in a document’s place', async () => {
    for (const name of ['5F3A2B10', 'sedX1y2Z3']) await writeFile(at(name), 'libro');
    await writeFile(at('20261123'), 'actas de un día');
    const first = await settled();
    expect(file(first, '20261123')?.settled).toBe(true);
    for (const name of ['5F3A2B10', 'sedX1y2Z3'])
      expect(file(first, name)).toMatchObject({ settled: false, sha256: undefined });
    now += SAVE_GAP_MS - SETTLE_MS;
    expect(file(await look(), '5F3A2B10')?.sha256).toBeDefined();
    // In the workbook's place it is as any other save.
    await rename(at('5F3A2B10'), at('Balance.xlsx'));
    expect(file(await settled(), 'Balance.xlsx')?.settled).toBe(true);
  });

  test('takes a file up once it was left alone, and keeps its hash while nobody touches it', async () => {
    const first = await look(true);
    expect(file(first, 'Informe.txt')).toMatchObject({ settled: false, sha256: undefined });
    expect(first.nextSettled).toBe(now + SETTLE_MS);
    now += SETTLE_MS;
    const second = await look();
    const known = file(second, 'Informe.txt');
    expect(known).toMatchObject({ settled: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(second.nextSettled).toBeUndefined();
    expect(file(await look(true), 'Informe.txt')).toBe(known);
  });

  test('each file settles by itself, also in a folder where something else changed before', async () => {
    await settled();
    await writeFile(at('Actas/Primera.txt'), 'primera');
    scanner.mark(`${LIBRARY}/Actas/Primera.txt`);
    await look();
    now += SETTLE_MS - 300;
    await writeFile(at('Actas/Segunda.txt'), 'segunda');
    scanner.mark(`${LIBRARY}/Actas/Segunda.txt`);
    await look();
    now += 300;
    const scan = await look();
    expect(file(scan, 'Actas/Primera.txt')).toMatchObject({ settled: true });
    expect(file(scan, 'Actas/Segunda.txt')).toMatchObject({ settled: false, sha256: undefined });
    expect(scan.nextSettled).toBe(now + SETTLE_MS - 300);
  });

  test('a file that goes on changing settles only after its last change', async () => {
    await settled();
    for (let write = 0; write < 5; write += 1) {
      await appendFile(at('Informe.txt'), ' y más');
      scanner.mark(`${LIBRARY}/Informe.txt`);
      expect(file(await look(), 'Informe.txt')).toMatchObject({ settled: false });
      now += SETTLE_MS - 1;
    }
    now += 1;
    expect(file(await look(), 'Informe.txt')).toMatchObject({ settled: true, sha256: expect.any(String) });
  });

  test.each([
    ['by the time of the disk', (at: number) => at],
    ['watched for a while, where the disk has another time', (at: number) => at - 3_600_000],
  ])('a file that changed while the engine stood still settles from then on: %s', async (_, onDisk) => {
    await settled();
    const path = at('Medidor.csv');
    await writeFile(path, '1;42\n');
    scanner.mark(`${LIBRARY}/Medidor.csv`);
    // Stopped before its look, while the program goes on.
    now += 2 * SETTLE_MS;
    await appendFile(path, '2;42\n');
    await utimes(path, new Date(onDisk(now)), new Date(onDisk(now)));
    now += 50;
    const scan = await look();
    expect(file(scan, 'Medidor.csv')).toMatchObject({ settled: false, sha256: undefined });
    const wanted = onDisk(now) === now ? SETTLE_MS - 50 : SETTLE_MS / 2;
    // A disk keeps times by fractions of a second that are not quite those that it was given.
    expect(Math.abs((scan.nextSettled ?? 0) - now - wanted)).toBeLessThan(1);
    now += wanted + 1;
    expect(file(await look(), 'Medidor.csv')).toMatchObject({ settled: true });
  });

  test('of many files that settle one after the other, a look gathers those of half a second', async () => {
    await settled();
    for (let copy = 0; copy < 60; copy += 1) {
      await writeFile(at(`Actas/Copia ${copy}.txt`), `copia ${copy}`);
      scanner.mark(`${LIBRARY}/Actas/Copia ${copy}.txt`);
      now += 10;
    }
    const { nextSettled = 0 } = await look();
    expect(nextSettled - now).toBeGreaterThanOrEqual(SETTLE_MS / 4);
  });

  test('tells by its revision whether anything is otherwise than before', async () => {
    const { revision } = await settled();
    expect((await look()).revision).toBe(revision);
    expect((await look(true)).revision).toBe(revision);
    await appendFile(at('Actas/Acta.txt'), ' y más');
    expect((await look(true)).revision).not.toBe(revision);
  });

  test('sees at once what happened in a folder that was marked, and nothing elsewhere', async () => {
    await mkdir(at('Planos'));
    await writeFile(at('Planos/Plano.txt'), 'plano');
    const { revision } = await settled();
    await rm(at('Planos/Plano.txt'));
    await writeFile(at('Actas/Otra.txt'), 'otra');
    scanner.mark(`${LIBRARY}/Actas`);
    const scan = await look();
    expect(scan.revision).not.toBe(revision);
    expect(file(scan, 'Actas/Otra.txt')).toBeDefined();
    expect(file(scan, 'Planos/Plano.txt')).toBeDefined();
    expect(file(await look(true), 'Planos/Plano.txt')).toBeUndefined();
  });

  test('follows a folder to its new name without hashing what the journal knows', async () => {
    const before = file(await settled(), 'Actas/Acta.txt');
    journal = [{ identity: `${before?.identity}`, stamp: `${before?.stamp}`, sha256: `${before?.sha256}` }];
    await rename(at('Actas'), at('Actas 2026'));
    const scan = await look(true);
    expect(file(scan, 'Actas/Acta.txt')).toBeUndefined();
    expect(scan.tree.has(`${LIBRARY}/Actas`)).toBe(false);
    expect(file(scan, 'Actas 2026/Acta.txt')).toMatchObject({ settled: true, sha256: before?.sha256 });
  });

  test('a file in the place of a folder, and a folder in that of a file', async () => {
    await settled();
    await rm(at('Actas'), { recursive: true });
    await writeFile(at('Actas'), 'ahora un archivo');
    await rm(at('Informe.txt'));
    await mkdir(at('Informe.txt'));
    await writeFile(at('Informe.txt/Dentro.txt'), 'dentro');
    const scan = await look(true);
    expect([...scan.tree].map(([path, { kind }]) => [path.slice(LIBRARY.length + 1), kind]).sort()).toEqual([
      ['Actas', 'file'],
      ['Informe.txt', 'folder'],
      ['Informe.txt/Dentro.txt', 'file'],
    ]);
  });

  test('what an office program holds open is locked while its lock file lies there, and not hashed', async () => {
    await settled();
    await writeFile(at('.~lock.Informe.txt#'), 'Ana');
    await appendFile(at('Informe.txt'), ' con cambios');
    scanner.mark(`${LIBRARY}/Informe.txt`);
    await look();
    now += SETTLE_MS;
    const open = await look();
    expect(open.locks).toEqual([{ path: `${LIBRARY}/Informe.txt`, stale: false }]);
    expect(file(open, 'Informe.txt')).toMatchObject({ locked: true, sha256: undefined });
    // Without a hint: a day later nobody has touched it, and the lock counts as left over.
    now += 25 * 3_600_000;
    const later = await look();
    expect(later.locks).toEqual([{ path: `${LIBRARY}/Informe.txt`, stale: true }]);
    expect(file(later, 'Informe.txt')).toMatchObject({ locked: false, sha256: expect.any(String) });
    await rm(at('.~lock.Informe.txt#'));
    expect((await look(true)).locks).toEqual([]);
  });

  test('a pattern takes what it covers out, and gives it back when it goes', async () => {
    await settled();
    scanner.ignore(['Acta*']);
    expect((await look()).tree.size).toBe(1);
    scanner.ignore([]);
    now += SETTLE_MS;
    expect((await look()).tree.size).toBe(3);
  });

  test('a library that is no longer kept here is forgotten, and seen anew when it comes back', async () => {
    await settled();
    const none = await scanner.scan([], () => undefined, false);
    expect(none.tree.size).toBe(0);
    await writeFile(at('Nuevo.txt'), 'entretanto');
    expect(file(await look(), 'Nuevo.txt')).toBeDefined();
  });

  test('what is neither file nor folder is told as an obstacle', async () => {
    await symlink('/etc/hostname', at('Enlace.txt'));
    const scan = await look(true);
    expect(scan.obstacles).toEqual([`${LIBRARY}/Enlace.txt`]);
    expect(scan.tree.has(`${LIBRARY}/Enlace.txt`)).toBe(false);
    await rm(at('Enlace.txt'));
    expect((await look(true)).obstacles).toEqual([]);
  });

  test('a folder of a library that went away is missing until it is back', async () => {
    await settled();
    await rename(at('.'), join(folder, 'Andes/Otra'));
    const gone = await look(true);
    expect(gone.missingRoots).toEqual([LIBRARY]);
    expect(gone.tree.size).toBe(0);
    await rename(join(folder, 'Andes/Otra'), at('.'));
    const back = await look();
    expect(back.missingRoots).toEqual([]);
    expect(back.tree.size).toBe(3);
  });
});
