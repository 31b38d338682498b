import { BUNDLE_MAX, SINGLE_REQUEST_BYTES } from '#shared/platform/limits.ts';

const LEAST_BYTES = 256 * 1024;
/** A bundle that breaks off sends no more again than a file that goes in one request does. */
const MOST_BYTES = Math.min(BUNDLE_MAX.bytes, SINGLE_REQUEST_BYTES);

/**
 * How much goes into one bundle. It is made whole or not at all, so on a line that breaks off again and again a large one
 * would never come through: each that broke off makes the next ones smaller, each that came makes them larger.
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
