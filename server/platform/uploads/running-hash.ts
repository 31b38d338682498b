import { createHash, type Hash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Enough of the first bytes to recognize a program. */
const HEAD_BYTES = 8;
const READ_AHEAD = 1024 ** 2;

/** The SHA-256 of what has arrived of one upload so far, and its first bytes. */
export class RunningHash {
  readonly #hash: Hash | undefined;
  #digest: string | null = null;
  /** How many bytes were hashed. */
  offset = 0;
  /** This process wrote the whole upload at once, from the bytes that it hashed, and flushed it. */
  sealed = false;
  /** …and nobody else has written to it. */
  alone = false;
  head: Buffer = Buffer.alloc(0);

  /** @param whole the hash of an upload to which nothing comes any more */
  constructor(whole?: string) {
    if (whole === undefined) this.#hash = createHash('sha256');
    else this.#digest = whole;
  }

  /** Of an upload that is written at once: one call costs half of what a running hash does. */
  static sealed(bytes: Uint8Array, alone: boolean): RunningHash {
    const running = new RunningHash(`${bytes.length}:${hash('sha256', bytes, 'hex')}`);
    running.offset = bytes.length;
    running.head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
    [running.sealed, running.alone] = [true, alone];
    return running;
  }

  /** @throws Error once it is sealed */
  update(chunk: Uint8Array): void {
    if (!this.#hash) throw new Error('The upload is complete');
    if (this.head.length < HEAD_BYTES) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
    }
    this.#hash.update(chunk);
    this.offset += chunk.length;
  }

  /** The hash of everything so far. More may be added. */
  digest(): string {
    this.#digest = this.#digest?.startsWith(`${this.offset}:`)
      ? this.#digest
      : `${this.offset}:${this.#hash?.copy().digest('hex')}`;
    return this.#digest.slice(this.#digest.indexOf(':') + 1);
  }
}

/** Reads the first `size` bytes of a file. @throws RangeError where it has fewer */
async function hashFile(path: string, size: number): Promise<RunningHash> {
  const running = new RunningHash();
  if (size === 0) return running;
  for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: READ_AHEAD })) {
    running.update(chunk as Buffer);
  }
  if (running.offset !== size) throw new RangeError(`${path} has ${running.offset} bytes of ${size}`);
  return running;
}

/** For more uploads than this the oldest hash is dropped: the prefix is read again when that upload goes on. */
const KEPT = 5000;

/**
 * The running hashes of this process. They are lost with it: after a restart the prefix is read again. Another process
 * may have written meanwhile, so a remembered hash only saves reading; the storage hashes what it stores.
 */
export class RunningHashes {
  readonly #byKey = new Map<string, RunningHash>();

  /** The hash of the first `offset` bytes: remembered, or read from the file. */
  async at(key: string, path: string, offset: number): Promise<RunningHash> {
    const known = this.#byKey.get(key);
    const running = known?.offset === offset ? known : await hashFile(path, offset);
    this.#keep(key, running);
    return running;
  }

  #keep(key: string, running: RunningHash): void {
    this.#byKey.delete(key);
    this.#byKey.set(key, running);
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > KEPT && oldest) this.#byKey.delete(oldest);
  }

  /** An upload that this process wrote whole, under a key that nobody else knows: nobody can have changed or ended it. */
  ownOf(key: string): RunningHash | undefined {
    const known = this.#byKey.get(key);
    return known?.alone ? known : undefined;
  }

  /** Remembers an upload that this process wrote at once. @param alone nobody else has written to it */
  seal(key: string, bytes: Uint8Array, alone: boolean): void {
    this.#keep(key, RunningHash.sealed(bytes, alone));
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }
}
