import { execFile } from 'node:child_process';
import { type FileHandle, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Ledger, sha256Of } from './ledger.ts';
import type { Random } from './random.ts';

/** What a writer is given: a path of its own for the time, and chance of its own. */
export interface Job {
  readonly root: number;
  /** Absolute folder of the library in this root. */
  readonly library: string;
  /** Below the library's folder. */
  readonly path: string;
  readonly random: Random;
  readonly ledger: Ledger;
  /** A folder of the driver's own, outside of every root. */
  readonly scratch: string;
  readonly settleMs: number;
}
export type Writer = (job: Job) => Promise<void>;

/** The folder into which an archive is unpacked that is written as this path. */
export const unpackedTo = (path: string): string => `${path} (planos)`;

/**
 * Whether somebody writes this very file or folder, something in it, or the files of an archive in it.
 * @param busy paths that writers have for the time
 */
export const isWrittenAt = (path: string, busy: Iterable<string>): boolean =>
  [...busy]
    .flatMap((each) => [each, unpackedTo(each)])
    .some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`));

/**
 * The contents that a writer which failed has left: of its file, or of what it unpacked. They are looked for by their
 * names in the whole library, since a folder may have been renamed while the writer went on in it.
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

/** What can be seen: a folder may be closed, or be renamed while it is looked through. */
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

/** Runs a program to its end. Nobody sits there to answer it: unzip asks whether to go on where the disk is full. */
export async function runProgram(path: string, args: readonly string[], env = process.env): Promise<void> {
  const running = promisify(execFile)(path, args, { env, timeout: PROGRAM_LIMIT_MS });
  running.child.stdin?.end();
  await running;
}

/** Writes at one go. What a full disk leaves of it is nobody's content. */
export async function saveFile({ ledger }: Job, path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes).catch(async (error: unknown) => {
    const left = await readFile(path).catch(() => undefined);
    if (left) ledger.exempt.add(sha256Of(left));
    throw error;
  });
}

/** A call may write less than it was given, without an error, where the disk gets full. */
export async function writeWhole(file: FileHandle, bytes: Buffer, at = 0): Promise<void> {
  for (let sent = 0; sent < bytes.length; )
    sent += (await file.write(bytes, sent, bytes.length - sent, at + sent)).bytesWritten;
}
