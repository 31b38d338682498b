import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** As many of the first bytes as tell a program from a document. */
const HEAD_BYTES = 8;
const READ_AHEAD = 1024 ** 2;

/** SHA-256 of what has arrived of one upload so far, and its first bytes. */
export class RunningHash {
  readonly #hash: Hash = createHash('sha256');
  #digest: string | null = null;
  /** Bytes hashed. */
  offset = 0;
  head: Buffer = Buffer.alloc(0);

  update(chunk: Uint8Array): void {
    if (this.head.length < HEAD_BYTES) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
    }
    this.#hash.update(chunk);
    this.offset += chunk.length;
  }

  /** Of everything so far; more may come after it. */
  digest(): string {
    this.#digest = this.#digest?.startsWith(`${this.offset}:`)
      ? this.#digest
      : `${this.offset}:${this.#hash.copy().digest('hex')}`;
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

/** More uploads than this at once, and the prefix of the oldest is read again when it goes on. */
const KEPT = 5000;

/** The running hashes of this process. They die with it: after a restart the prefix is read again. */
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

  /** Bytes that are hashed of an upload; null where it is not remembered. */
  peek(key: string): number | null {
    return this.#byKey.get(key)?.offset ?? null;
  }

  /** Remembers an upload that came at once. */
  set(key: string, bytes: Uint8Array): void {
    const running = new RunningHash();
    running.update(bytes);
    this.#keep(key, running);
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }
}
