import PQueue from 'p-queue';
import { BLOCK_BYTES } from './blocks.ts';

/** Blocks that are kept for their readers. */
const KEPT = 64;
/** Blocks that are being read from the disk at once. */
const LOADING = 8;

/** A reader whose block may be dropped: it reads the block again when its client goes on. */
export interface BlockHolder {
  /** Gives up the block. @returns the buffer, which is used for another reader from now on */
  giveUp(): Buffer;
}

/**
 * The blocks that all downloads of a process keep in memory, 72 MiB at most. A block must be compared with its hash
 * before its first byte leaves, so every download needs a whole one; the one that was used longest ago is dropped.
 * Buffers are reused, so callers must copy what they give away.
 */
export class BlockBudget {
  readonly #holders = new Set<BlockHolder>();
  readonly #free: Buffer[] = [];
  readonly #loading = new PQueue({ concurrency: LOADING });

  /**
   * Fills a buffer, which then belongs to `holder` until it is dropped or released.
   * @param fill resolves with how many bytes of the buffer are used
   */
  load<T>(holder: BlockHolder, fill: (buffer: Buffer) => Promise<T>): Promise<T> {
    return this.#loading.add(async () => {
      const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
      const filled = await fill(buffer).catch((error: unknown) => {
        this.#free.push(buffer);
        throw error;
      });
      this.use(holder);
      return filled;
    });
  }

  /** Notes that the holder has used its block. */
  use(holder: BlockHolder): void {
    this.#holders.delete(holder);
    this.#holders.add(holder);
    const [oldest] = this.#holders;
    if (this.#holders.size > KEPT && oldest) this.release(oldest);
  }

  /** Takes the holder's block back, if it has one. */
  release(holder: BlockHolder): void {
    if (this.#holders.delete(holder)) this.#free.push(holder.giveUp());
  }
}
