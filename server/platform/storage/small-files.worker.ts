import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';

/** The thread of `small-files.ts`. */

export type FileTask =
  | { readonly kind: 'read' | 'size' | 'remove'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'link'; readonly path: string; readonly to: string };

export type ToFiles = FileTask & { readonly id: number };

export interface FileFault {
  readonly message: string;
  readonly code?: string;
}

export interface FromFiles {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: FileFault;
}

// A pipe in the place of a content must not hold up the thread.
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const OWNER_READS = 0o400;
const flush = promisify(fsync);

let answers: FromFiles[] = [];

/** What is done by then goes back in one message. */
function answer(result: FromFiles): void {
  if (answers.length === 0)
    setImmediate(() => {
      const done = answers;
      answers = [];
      const moved = done.flatMap(({ value }) =>
        value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [],
      );
      parentPort?.postMessage(done, moved);
    });
  answers.push(result);
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = openSync(path, 'wx', OWNER_READS);
  let isWhole = false;
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    // Waits for the disk, which then takes others in between.
    await flush(file);
    isWhole = true;
  } finally {
    closeSync(file);
    // An incomplete file would be taken for a whole one.
    if (!isWhole) rmSync(path, { force: true });
  }
}

function read(path: string): Uint8Array {
  const file = openSync(path, READING);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is no plain file`), { code: 'ENXIO' });
    const bytes = new Uint8Array(stats.size);
    let length = 0;
    while (length < bytes.length) {
      const more = readSync(file, bytes, length, bytes.length - length, length);
      if (more === 0) return bytes.slice(0, length);
      length += more;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

function sizeOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
}

function work(task: FileTask): unknown {
  switch (task.kind) {
    case 'read':
      return read(task.path);
    case 'size':
      return sizeOf(task.path);
    case 'remove':
      return rmSync(task.path, { force: true });
    case 'link':
      return linkSync(task.path, task.to);
    case 'write':
      return write(task.path, task.bytes);
  }
}

function faultOf(error: unknown): FileFault {
  const { message, code } = error as NodeJS.ErrnoException;
  return code === undefined ? { message } : { message, code };
}

async function finish({ id, ...task }: ToFiles): Promise<void> {
  try {
    const value = work(task);
    answer({ id, value: value instanceof Promise ? await value : value });
  } catch (error) {
    answer({ id, fault: faultOf(error) });
  }
}

parentPort?.on('message', (tasks: readonly ToFiles[]) => {
  for (const task of tasks) void finish(task);
});
