import { chmod, mkdir, readdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Entry, sha256Of } from './checking/ledger.ts';
import { readRoot } from './checking/observe.ts';
import type { Colleague } from './colleague.ts';
import { LIBRARY } from './company.ts';
import { contentOf } from './contents.ts';
import { type Job, runProgram, saveFile, type Writer } from './job.ts';

/** What people do with files, except writing them. */

/** Names under which rsync and the writer "temp + rename" write (`writers.ts`). */
const TEMPORARY = /^(\.|~WRD)/;

/**
 * Files below a folder, relative to it. Left out are the driver's names that are not UTF-8, and the temporary files of
 * the writers that rename them at their end: if one were renamed before, nobody would finish it.
 */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('\uFFFD') && !TEMPORARY.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** A file of this root that no writer uses; the job's own path if there is none. */
async function someFile({ library, random, path, isBusy }: ActionJob): Promise<string> {
  const files = (await filesIn(library)).filter((file) => !isBusy(file));
  return files.length > 0 ? random.pick(files) : path;
}

export interface ActionJob extends Job {
  /** Whether a writer uses this path, or one below it. */
  isBusy(path: string): boolean;
  readonly colleague: Colleague;
}
type Action = (job: ActionJob) => Promise<void>;

const renameFile: Action = async (job) => {
  const from = await someFile(job);
  const dot = from.lastIndexOf('.');
  const to = `${from.slice(0, dot > 0 ? dot : undefined)} r${job.random.int(1, 1e9)}${dot > 0 ? from.slice(dot) : ''}`;
  await renameRecorded(job, from, join(job.library, to));
};

/** @param from below the library */
async function renameRecorded(job: ActionJob, from: string, to: string): Promise<void> {
  const path = join(job.library, from);
  // Recorded before the engine can see it.
  job.ledger.renamedFile(job.root, from, sha256Of(await readFile(path)));
  await rename(path, to);
}

const moveFile: Action = async (job) => {
  const from = await someFile(job);
  const folder = job.random.pick(['', 'Obras', 'Contratos/2026', `Nueva ${job.random.int(1, 20)}`]);
  const to = join(job.library, folder, `m${job.random.int(1, 1e9)} ${from.split('/').at(-1)}`);
  await mkdir(dirname(to), { recursive: true });
  await renameRecorded(job, from, to);
};

/** Renames a file, and at once creates a new one under its old name: two documents, not a save. */
const swap: Action = async (job) => {
  const from = join(job.library, await someFile(job));
  const bytes = contentOf(job.random, 'txt', 2000);
  const before = sha256Of(await readFile(from));
  await rename(from, `${from} anterior ${job.random.int(1, 1e9)}.txt`);
  await saveFile(job, from, bytes);
  const way = 'new under an old name';
  const { sha256 } = job.ledger.wrote(job.root, relative(job.library, from), bytes, way);
  job.ledger.parted.push([before, sha256]);
};

const deleteFile: Action = async (job) => {
  const file = await someFile(job);
  const path = join(job.library, file);
  const bytes = await readFile(path);
  // Recorded before the deletion: if the engine acts in between, the person counts as having deleted it.
  job.ledger.deleted(job.root, join(LIBRARY, file), sha256Of(bytes));
  await rm(path);
};

const deleteFolder: Action = async (job) => {
  const folders = (await readdir(job.library, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !job.isBusy(entry.name))
    .map(({ name }) => name);
  if (folders.length === 0) return;
  const name = job.random.pick(folders);
  const folder = join(job.library, name);
  job.ledger.deletedFolder(job.root, join(LIBRARY, name));
  // Also folders without a file, whose documents may still be arriving.
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of below.filter((each) => each.isDirectory())) {
    const path = relative(job.library, join(entry.parentPath, entry.name));
    job.ledger.deletedFolder(job.root, join(LIBRARY, path));
  }
  await removeRecorded(job, name);
};

/** Removes a folder of the library file by file, and records what an engine brings into it meanwhile too. */
async function removeRecorded(job: Job, name: string): Promise<void> {
  const folder = join(job.library, name);
  const files = await readRoot(folder);
  for (const { path, sha256 } of files) job.ledger.deleted(job.root, join(LIBRARY, name, path), sha256);
  for (let tries = 0; tries < 5; tries += 1) {
    for (const { path, sha256 } of await readRoot(folder)) {
      job.ledger.deleted(job.root, join(LIBRARY, name, path), sha256);
      await rm(join(folder, path), { force: true });
    }
    if (await removeEmpty(folder)) return;
  }
  // What is left has a name that is no UTF-8.
  await rm(folder, { recursive: true, force: true });
}

/** @returns whether nothing but folders was in it, so that it is gone */
async function removeEmpty(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeEmpty(join(folder, entry.name));
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

const renameFolder: Action = async (job) => {
  const folders = (await readdir(job.library, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !job.isBusy(entry.name))
    .map(({ name }) => name);
  if (folders.length === 0) return;
  const from = job.random.pick(folders);
  const to = `${from.slice(0, 40)} c${job.random.int(1, 1e9)}`;
  job.ledger.renamedFolder(join(LIBRARY, from), join(LIBRARY, to));
  await rename(join(job.library, from), join(job.library, to));
};

/** Deleted in the browser. Files in the folder that are not documents stay on the computers. */
const deleteOnServer: Action = async (job) => {
  const entries = await readdir(job.library, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.length > 0) await job.colleague.deleteFolder(job.random.pick(folders));
};

async function put(job: Job, path: string, way: string): Promise<Entry> {
  const bytes = contentOf(job.random, 'txt', job.random.int(100, 5000));
  const target = join(job.library, path);
  await mkdir(dirname(target), { recursive: true });
  // The same odd name a second time counts as a second save.
  const before = await readFile(target).catch(() => null);
  await saveFile(job, target, bytes);
  if (before) job.ledger.ended(job.root, sha256Of(before), 'replaced');
  return job.ledger.wrote(job.root, path, bytes, way);
}

const oddName: Writer = async (job) => {
  const n = job.random.int(1, 9999);
  const name = job.random.pick([
    `Resolución ${n}.txt`.normalize('NFD'),
    `${'ñ'.repeat(122)}${n}.txt`.slice(0, 126),
    `${'x'.repeat(240)}${n}.txt`,
    `Acta ${n}. `,
    `Acta ${n}.`,
    `  Acta ${n}.txt`,
    `CON.${n}.txt`,
    `Plano: "${n}" <b>.txt`,
    `acta ${n}.TXT`,
    `Línea\n${n}.txt`,
    `.oculto ${n}.txt`,
  ]);
  await put(job, join(dirname(job.path), name), 'odd name');
};

/** Names that an engine must neither send nor remove. */
const ignoredName: Writer = async (job) => {
  const n = job.random.int(1, 9999);
  const name = job.random.pick([
    `Borradores~/Presupuesto ${n}.xlsx`,
    `Minuta ${n}.tmp`,
    `video ${n}.mp4.part`,
    `Acta ${n}.txt~`,
    `.~Plan ${n}.txt`,
  ]);
  await put(job, join(dirname(job.path), name), 'ignored name');
};

/** Bytes that are not UTF-8, as old ZIPs and Samba write them. */
const brokenName: Writer = async (job) => {
  const bytes = contentOf(job.random, 'txt', 500);
  const folder = join(job.library, dirname(job.path));
  await mkdir(folder, { recursive: true });
  const name = Buffer.concat([
    Buffer.from(`A${job.random.int(1, 999)}o `),
    Buffer.from([0xf1, 0x2e, 0x74, 0x78, 0x74]),
  ]);
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), name]), bytes);
  job.ledger.wrote(job.root, join(dirname(job.path), name.toString('utf8')), bytes, 'broken name');
};

const deepTree: Writer = async (job) => {
  const depth = job.random.int(12, 26);
  const folders = Array.from({ length: depth }, (_, index) => `n${index + 1}`);
  await put(job, join(`Hondo ${job.random.int(1, 9)}`, ...folders, 'Acta.txt'), `tree of ${depth}`);
};

const specialFile: Writer = async (job) => {
  const folder = join(job.library, dirname(job.path));
  await mkdir(folder, { recursive: true });
  const n = job.random.int(1, 9999);
  if (job.random.chance(0.5)) {
    await runProgram('/usr/bin/mkfifo', [join(folder, `tubo ${n}`)]);
    return;
  }
  const target = join(job.scratch, `linked ${n}.txt`);
  await writeFile(target, contentOf(job.random, 'txt', 300));
  await symlink(target, join(folder, `enlace ${n}.txt`));
};

const permissions: Writer = async (job) => {
  const n = job.random.int(1, 9999);
  const folder = `Permisos ${n}`;
  const entry = await put(job, `${folder}/Acta.txt`, 'odd permissions');
  const [what, mode] = job.random.pick([
    [`${folder}/Acta.txt`, 0o000],
    [folder, 0o000],
    [folder, 0o555],
    [`${folder}/Acta.txt`, 0o444],
  ] as const);
  await chmod(join(job.library, what), mode);
  if (mode === 0o000) entry.onlyHere = true;
};

export const ACTIONS: Readonly<Record<string, Action>> = {
  rename: renameFile,
  move: moveFile,
  swap,
  delete: deleteFile,
  'delete folder': deleteFolder,
  'rename folder': renameFolder,
  'delete on the server': deleteOnServer,
  'odd name': oddName,
  'ignored name': ignoredName,
  'broken name': brokenName,
  'deep tree': deepTree,
  'special file': specialFile,
  permissions,
};
