import { execFile } from 'node:child_process';
import { type FileHandle, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Ledger, sha256Of } from './checking/ledger.ts';
import type { Random } from './random.ts';

/** What a writer gets: a path that is its own meanwhile, and its own random numbers. */
export interface Job {
  readonly root: number;
  /** Absolute folder of the library in this root. */
  readonly library: string;
  /** Below the library's folder. */
  readonly path: string;
  readonly random: Random;
  readonly ledger: Ledger;
  /** A folder of the driver, outside of every root. */
  readonly scratch: string;
  readonly settleMs: number;
}
export type Writer = (job: Job) => Promise<void>;

/** The folder into which the archive at this path is unpacked. */
export const unpackedTo = (path: string): string => `${path} (planos)`;

/**
 * Whether a writer uses this file or folder, something in it, or the files of an archive in it.
 * @param busy paths that writers use now
 */
export const isWrittenAt = (path: string, busy: Iterable<string>): boolean =>
  [...busy]
    .flatMap((each) => [each, unpackedTo(each)])
    .some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`));

/**
 * The contents that a failed writer left: its file, or what it unpacked. They are searched by name in the whole
 * library, because a folder may have been renamed meanwhile.
 * @param path below the library's folder
 */
export async function contentsLeft(library: string, path: string): Promise<Buffer[]> {
  const names = [basename(path), basename(unpackedTo(path))];
  const files = (await filesBelow(library)).filter((file) =>
    file.split('/').some((part) => names.includes(part)),
  );
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => undefined)));
  return contents.filter((content) => content !== undefined);
}

/** Skips what cannot be read: a folder may be closed, or be renamed during the search. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat();
}

const PROGRAM_LIMIT_MS = 60_000;

/** Runs a program to its end, without input: unzip asks whether to continue when the disk is full. */
export async function runProgram(path: string, args: readonly string[], env = process.env): Promise<void> {
  const running = promisify(execFile)(path, args, { env, timeout: PROGRAM_LIMIT_MS });
  running.child.stdin?.end();
  await running;
}

/** Writes in one go. What a full disk leaves does not count as a content. */
export async function saveFile({ ledger }: Job, path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes).catch(async (error: unknown) => {
    const left = await readFile(path).catch(() => undefined);
    if (left) ledger.exempt.add(sha256Of(left));
    throw error;
  });
}

/** When the disk becomes full, a call may write less than it was given without an error. */
export async function writeWhole(file: FileHandle, bytes: Buffer, at = 0): Promise<void> {
  for (let sent = 0; sent < bytes.length; )
    sent += (await file.write(bytes, sent, bytes.length - sent, at + sent)).bytesWritten;
}
