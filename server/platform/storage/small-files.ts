import { Worker } from 'node:worker_threads';
import type { FileFault, FileTask, FromFiles, ToFiles } from './small-files.worker.ts';

/**
 * Reads and writes small files in a thread that calls the system directly. Through `node:fs/promises` each step of a file
 * wakes one of libuv's threads: for a document of 22 kB that cost two thirds of a millisecond of processor time, and
 * here it costs a third (decision 0089). A slow disk holds up that thread, never the event loop. Large files belong to
 * `node:fs/promises`, because they would hold up the small ones.
 *
 * All functions reject with errors of the system, with their `code`, as `node:fs/promises` does.
 */

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const workerUrl = new URL('./small-files.worker.ts', import.meta.url);
// Taken when this module loads: tests replace the global timers.
const afterThisTurn = setImmediate;

class FileThread {
  #worker: Worker | undefined;
  #queued: ToFiles[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** Tasks of one turn of the event loop go over in one message. */
  do(task: FileTask): Promise<unknown> {
    const id = ++this.#last;
    if (this.#queued.length === 0) afterThisTurn(() => this.#send());
    this.#queued.push({ id, ...task });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #send(): void {
    const tasks = this.#queued;
    this.#queued = [];
    if (tasks.length === 0) return;
    try {
      this.#worker ??= this.#start();
      // Keeps the process alive until they are done.
      this.#worker.ref();
      const moved = tasks.flatMap((task) => ('bytes' in task ? [task.bytes.buffer] : []));
      this.#worker.postMessage(tasks, moved);
    } catch (error) {
      // There is no thread to be had: the process may open no more files, or the system has no memory.
      this.#fail(error);
    }
  }

  /** Ends all that waits, sent or not. The next task starts another thread. */
  #fail(error: unknown): void {
    this.#worker = undefined;
    this.#queued = [];
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  #start(): Worker {
    const worker = new Worker(workerUrl, { name: 'small files' });
    let failure: unknown = new Error('The thread for small files ended');
    worker.on('message', (answers: FromFiles[]) => this.#take(answers));
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => this.#fail(failure));
    return worker;
  }

  #take(answers: readonly FromFiles[]): void {
    for (const { id, value, fault } of answers) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (fault) waiting?.reject(asError(fault));
      else waiting?.resolve(value);
    }
    if (this.#waiting.size === 0) this.#worker?.unref();
  }
}

/** An error loses its `code` on the way between threads. */
function asError({ message, ...rest }: FileFault): Error {
  return Object.assign(new Error(message), rest);
}

/** One for the process, as libuv's threads are. */
const thread = new FileThread();

/** The bytes of a file. @throws ENXIO where it is no plain file */
export async function readSmallFile(path: string): Promise<Buffer> {
  const { buffer, byteOffset, length } = (await thread.do({ kind: 'read', path })) as Uint8Array<ArrayBuffer>;
  return Buffer.from(buffer, byteOffset, length);
}

/**
 * Makes a file that only its owner may read, and flushes it. Where that fails, nothing is left of it.
 * @throws EEXIST where the name is taken; ENOSPC and others of the disk
 */
export async function writeSmallFile(path: string, bytes: Uint8Array): Promise<void> {
  // A copy, because its memory moves to the other thread.
  await thread.do({ kind: 'write', path, bytes: new Uint8Array(bytes) });
}

/** Bytes of the file at this path; null where there is nothing or no plain file. */
export const sizeOfFile = (path: string): Promise<number | null> =>
  thread.do({ kind: 'size', path }) as Promise<number | null>;

/** Gives a file a second name. @throws EEXIST, ENOENT, and EXDEV or others where there are no hard links */
export async function linkFile(path: string, to: string): Promise<void> {
  await thread.do({ kind: 'link', path, to });
}

/** Removes a name, also where there is none. */
export async function removeFile(path: string): Promise<void> {
  await thread.do({ kind: 'remove', path });
}
