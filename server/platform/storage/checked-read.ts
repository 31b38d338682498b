import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BlockBudget, BlockHolder } from './block-budget.ts';
import { BLOCK_BYTES, readFully } from './blocks.ts';

/** Bytes that are given at once. A client that reads nothing keeps a few of these in memory, and no block. */
const SLICE_BYTES = 64 * 1024;
const NONE = Buffer.alloc(0);

export interface CheckedPart {
  readonly handle: FileHandle;
  /** Both inclusive, in bytes. */
  readonly start: number;
  readonly end: number;
  readonly isGood: (bytes: Uint8Array, index: number) => boolean;
  /** Makes the error for a block that differs. */
  readonly damaged: () => Error;
  /** Makes the error for a failed read; never rejects. */
  readonly failed: (error: unknown) => Promise<unknown>;
}

/**
 * A part of a content. Every block is compared with its hash before any byte of it is given, so the blocks at both ends
 * are read whole. Nothing is read ahead, and a block that was dropped meanwhile is read and compared again.
 */
class CheckedRead extends Readable implements BlockHolder {
  readonly #part: CheckedPart;
  readonly #budget: BlockBudget;
  #at: number;
  #index = -1;
  #buffer: Buffer = NONE;
  #block: Buffer = NONE;

  constructor(part: CheckedPart, budget: BlockBudget) {
    // Without a reserve, so that an error is only thrown when all bytes before it are taken.
    super({ highWaterMark: 0 });
    this.#part = part;
    this.#budget = budget;
    this.#at = part.start;
  }

  /** Reads and compares the block of the next byte. @throws what `damaged` makes */
  async load(): Promise<void> {
    const { handle, isGood, damaged } = this.#part;
    const index = Math.floor(this.#at / BLOCK_BYTES);
    await this.#budget.load(this, async (buffer) => {
      const block = buffer.subarray(0, await readFully(handle, buffer, index * BLOCK_BYTES));
      if (!isGood(block, index)) throw damaged();
      [this.#index, this.#buffer, this.#block] = [index, buffer, block];
    });
    if (this.destroyed) this.#budget.release(this);
  }

  giveUp(): Buffer {
    const buffer = this.#buffer;
    [this.#index, this.#buffer, this.#block] = [-1, NONE, NONE];
    return buffer;
  }

  override _read(): void {
    if (this.#at > this.#part.end) this.push(null);
    else if (this.#isLoaded()) this.push(this.#take());
    else
      this.#loadAndTake().catch(async (error: unknown) =>
        this.destroy((await this.#part.failed(error)) as Error),
      );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#budget.release(this);
    this.#part.handle.close().then(
      () => done(error),
      (failed: Error) => done(error ?? failed),
    );
  }

  #isLoaded(): boolean {
    return this.#index === Math.floor(this.#at / BLOCK_BYTES);
  }

  async #loadAndTake(): Promise<void> {
    await this.load();
    if (this.destroyed) return;
    // Others may have needed the room at once.
    if (this.#isLoaded()) this.push(this.#take());
    else await this.#loadAndTake();
  }

  /** A copy, because the block's buffer is used again. */
  #take(): Buffer {
    const from = this.#at - this.#index * BLOCK_BYTES;
    const until = Math.min(this.#block.length, this.#part.end + 1 - this.#index * BLOCK_BYTES);
    const slice = Buffer.from(this.#block.subarray(from, Math.min(from + SLICE_BYTES, until)));
    this.#at += slice.length;
    // A block of which all was given is of no use any more.
    if (from + slice.length >= this.#block.length || this.#at > this.#part.end) this.#budget.release(this);
    else this.#budget.use(this);
    return slice;
  }
}

/**
 * Streams a part of a content. The first block is checked before this returns; a later one that differs ends the
 * stream. Closes the file with the stream, and leaves it open where it throws.
 */
export async function readChecked(part: CheckedPart, budget: BlockBudget): Promise<Readable> {
  const stream = new CheckedRead(part, budget);
  try {
    await stream.load();
    return stream;
  } catch (error) {
    budget.release(stream);
    throw error;
  }
}
