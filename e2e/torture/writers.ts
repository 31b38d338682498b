import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { sha256Of } from './checking/ledger.ts';
import { contentOf, KINDS, pdfPage, piecesOf } from './contents.ts';
import { type Job, runProgram, unpackedTo, type Writer, writeWhole } from './job.ts';

const at = ({ library, path }: Job): string => join(library, path);
const kindOf = ({ path, random }: Job) =>
  KINDS.find((kind) => path.endsWith(`.${kind}`)) ?? random.pick(['txt', 'jpg'] as const);

/** The person is about to replace the existing file. */
async function replaces(job: Job, path = at(job)): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes) job.ledger.ended(job.root, sha256Of(bytes), 'replaced');
}

const wrote = (job: Job, bytes: Buffer, way: string, finished = true) =>
  job.ledger.wrote(job.root, job.path, bytes, way, { finished });

const oneGo: Writer = async (job) => {
  const bytes = contentOf(job.random, kindOf(job), job.random.int(200, 60_000));
  await replaces(job);
  await writeFile(at(job), bytes);
  wrote(job, bytes, 'one go');
};

/** 1 MB/s with one handle. */
const slow: Writer = async (job) => {
  const bytes = contentOf(job.random, kindOf(job), job.random.int(2, 6) * 1_000_000);
  await replaces(job);
  const file = await open(at(job), 'w');
  try {
    for (let sent = 0; sent < bytes.length; sent += 100_000) {
      await writeWhole(file, bytes.subarray(sent, sent + 100_000), sent);
      await delay(100);
    }
  } finally {
    await file.close();
  }
  wrote(job, bytes, 'slow');
};

/** Opens and closes the file for every line, several times within a settle time. */
const appending: Writer = async (job) => {
  const pieces = piecesOf(contentOf(job.random, 'csv', 12_000), job.random.int(10, 24));
  await growBy(job, pieces, job.settleMs / 4, 'appending');
};

/** A file that is incomplete by its format until its last piece, with pauses longer than a settle time. */
const inPieces: Writer = async (job) => {
  const kind = job.random.pick(['pdf', 'zip', 'docx'] as const);
  const pieces = piecesOf(contentOf(job.random, kind, 30_000), job.random.int(2, 4));
  await growBy(job, pieces, job.settleMs * 2.5, `${kind} in pieces`, true);
};

async function growBy(
  job: Job,
  pieces: readonly Buffer[],
  pause: number,
  way: string,
  recognized = false,
): Promise<void> {
  let all = Buffer.alloc(0);
  await replaces(job);
  await rm(at(job), { force: true });
  let before = performance.now();
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await delay(pause);
    // On a busy machine a part may rest as long as a finished file does: nobody could know better.
    if (!recognized && performance.now() - before > job.settleMs * 0.8) job.ledger.exempt.add(sha256Of(all));
    await appendTo(job, piece, index === 0).catch((error: unknown) => {
      // The engine may have moved the leftovers meanwhile.
      job.ledger.exempt.add(sha256Of(all));
      throw error;
    });
    before = performance.now();
    all = Buffer.concat([all, piece]);
    wrote(job, all, way, index === pieces.length - 1);
  }
}

/** Opens the file again for one piece. Only the first piece creates it: a tail alone is no content. */
async function appendTo(job: Job, piece: Buffer, isFirst: boolean): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const file = await open(at(job), O_WRONLY | O_APPEND | (isFirst ? O_CREAT : 0));
  await file.appendFile(piece).finally(() => file.close());
}

/** Each page is a complete PDF again; the scanner needs less than a settle time for one. */
const scanner: Writer = async (job) => {
  const pieces = [contentOf(job.random, 'pdf', 8000)];
  for (let page = job.random.int(2, 8); page > 0; page -= 1) pieces.push(pdfPage(job.random));
  await growBy(job, pieces, job.settleMs / 2, 'scanner');
};

const renaming: Writer = async (job) => {
  const bytes = contentOf(job.random, kindOf(job), job.random.int(200, 40_000));
  const half = join(dirname(at(job)), `~WRD${job.random.int(1000, 9999)}.tmp`);
  await replaces(job);
  await writeFile(half, bytes);
  await delay(job.random.int(0, 300));
  await rename(half, at(job));
  wrote(job, bytes, 'temp + rename');
};

/** Renames the original to a backup, puts the new file in its place, then deletes the backup. */
const word: Writer = async (job) => {
  const bytes = contentOf(job.random, 'docx', job.random.int(200, 40_000));
  const folder = dirname(at(job));
  const [fresh, backup] = ['D', 'L'].map((letter) =>
    join(folder, `~WR${letter}${job.random.int(1000, 9999)}.tmp`),
  ) as [string, string];
  await replaces(job);
  await writeFile(fresh, bytes);
  const had = await rename(at(job), backup).then(
    () => true,
    () => false,
  );
  await delay(job.random.int(0, 300));
  await rename(fresh, at(job));
  wrote(job, bytes, 'word');
  if (had) {
    await replaces(job, backup);
    await rm(backup, { force: true });
  }
};

/** Saves, keeps its handle open, and saves through it again much later. */
const held: Writer = async (job) => {
  const first = contentOf(job.random, kindOf(job), job.random.int(2000, 20_000));
  await replaces(job);
  const file = await open(at(job), 'w+');
  try {
    await writeWhole(file, first);
    const entry = wrote(job, first, 'held open');
    entry.heldUntil = Number.POSITIVE_INFINITY;
    await delay(job.random.int(2000, 9000));
    const second = contentOf(job.random, kindOf(job), job.random.int(1000, 20_000));
    // Records only its own content as replaced: another file may be at the path by now.
    job.ledger.ended(job.root, sha256Of(first), 'replaced');
    await file.truncate(0);
    await writeWhole(file, second);
    wrote(job, second, 'saved through a held handle').heldUntil = Date.now() + 500;
    // Its person deleted it meanwhile, in a folder that was renamed, and no other name of it is left: nobody can read it.
    if (entry.end?.how === 'deleted' && (await file.stat()).nlink === 0)
      job.ledger.ended(job.root, sha256Of(second), 'deleted');
    await delay(500);
  } finally {
    await file.close();
  }
};

const truncating: Writer = async (job) => {
  const bytes = contentOf(job.random, kindOf(job), job.random.int(200, 60_000));
  await replaces(job);
  const file = await open(at(job), 'w');
  await delay(job.random.int(0, 400));
  await writeWhole(file, bytes).finally(() => file.close());
  wrote(job, bytes, 'truncating');
};

/** Writes through memory, with a program that maps the file for some seconds. */
const mapped: Writer = async (job) => {
  const bytes = contentOf(job.random, 'jpg', job.random.int(20_000, 200_000));
  const source = join(job.scratch, `map-${job.random.int(0, 1e9)}`);
  await writeFile(source, bytes);
  await replaces(job);
  const program = `
import mmap,sys,time
data=open(sys.argv[1],'rb').read()
f=open(sys.argv[2],'w+b'); f.truncate(len(data)); m=mmap.mmap(f.fileno(),len(data))
half=len(data)//2
m[:half]=data[:half]; m.flush(); time.sleep(float(sys.argv[3])); m[half:]=data[half:]; m.flush(); m.close(); f.close()`;
  const pause = (job.settleMs * job.random.int(1, 4)) / 2000;
  await runProgram('/usr/bin/python3', ['-c', program, source, at(job), String(pause)]);
  wrote(job, bytes, 'mapped');
};

const unzip: Writer = async (job) => {
  const names = Array.from(
    { length: job.random.int(2, 6) },
    (_, index) => `Plano ${index + 1} ${basename(job.path)}.jpg`,
  );
  const files = names.map(
    (name) => [name, contentOf(job.random, 'jpg', job.random.int(500, 80_000))] as const,
  );
  const archive = join(job.scratch, `archive-${job.random.int(0, 1e9)}.zip`);
  // Created as a Unix archive, so that unzip does not convert the names; other names are the action `broken name`.
  await writeFile(archive, zipSync(Object.fromEntries(files), { os: 3, attrs: 0o644 << 16 }));
  const target = unpackedTo(at(job));
  for (const name of names) await replaces(job, join(target, name));
  await runProgram('/usr/bin/unzip', ['-qo', archive, '-d', target], {
    ...process.env,
    LC_ALL: 'C.UTF-8',
  });
  for (const [name, bytes] of files)
    job.ledger.wrote(job.root, `${unpackedTo(job.path)}/${name}`, bytes, 'unzip');
};

const rsync =
  (inPlace: boolean): Writer =>
  async (job) => {
    const bytes = contentOf(job.random, kindOf(job), job.random.int(400_000, 3_000_000));
    const source = join(job.scratch, `rsync-${job.random.int(0, 1e9)}`);
    await writeFile(source, bytes);
    await replaces(job);
    await runProgram('/usr/bin/rsync', [
      '-t',
      '--bwlimit=800',
      ...(inPlace ? ['--inplace'] : []),
      source,
      at(job),
    ]);
    wrote(job, bytes, inPlace ? 'rsync --inplace' : 'rsync');
  };

const manySaves: Writer = async (job) => {
  for (let saves = job.random.int(3, 8); saves > 0; saves -= 1) {
    await renaming(job);
    await delay(job.settleMs * (0.5 + job.random.next() * 2));
  }
};

/** By name. Those with `own` need a path that no one else uses, because they open it several times for one content. */
export const WRITERS: Readonly<Record<string, { readonly write: Writer; readonly own?: boolean }>> = {
  'one go': { write: oneGo },
  slow: { write: slow },
  appending: { write: appending, own: true },
  'in pieces': { write: inPieces, own: true },
  scanner: { write: scanner, own: true },
  renaming: { write: renaming },
  word: { write: word },
  held: { write: held },
  truncating: { write: truncating },
  mapped: { write: mapped, own: true },
  unzip: { write: unzip, own: true },
  rsync: { write: rsync(false) },
  'rsync in place': { write: rsync(true), own: true },
  'many saves': { write: manySaves },
};
