import { BUNDLE_MAX, SINGLE_REQUEST_BYTES } from '#shared/platform/limits.ts';

const LEAST_BYTES = 256 * 1024;
/** A bundle that breaks off has to repeat no more than a file that is sent in one request. */
const MOST_BYTES = Math.min(BUNDLE_MAX.bytes, SINGLE_REQUEST_BYTES);

/**
 * How much goes into one bundle. A bundle is applied whole or not at all, so on an unreliable connection a large one
 * might never arrive. Each that breaks off makes the next ones smaller, each that arrives makes them larger.
 */
export class BundleRoom {
  private room = 4 * LEAST_BYTES;

  /** Bytes. */
  get bytes(): number {
    return this.room;
  }

  noteSent(): void {
    this.room = Math.min(MOST_BYTES, this.room * 2);
  }

  noteBroken(): void {
    this.room = Math.max(LEAST_BYTES, this.room / 4);
  }
}
