import { Transform, type TransformCallback } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Bytes that may pass before anybody waits, in milliseconds of the allowed rate. */
const BURST_MS = 250;
/** The smallest piece that waits by itself: large ones would stall and then come all at once. */
const SMALLEST_PIECE = 1024;
const LARGEST_PIECE = 64 * 1024;

/** A token bucket for the bytes per second of all transfers in one direction. 0 means no limit. */
export class Bandwidth {
  private rate = 0;
  /** When the bytes that have passed are paid for, on the scale of `performance.now()`. */
  private paidAt = 0;
  private changed = new AbortController();

  /** Takes effect at once, also for running transfers. @param rate bytes per second; 0 for no limit */
  setRate(rate: number): void {
    if (rate === this.rate) return;
    this.rate = rate;
    this.paidAt = 0;
    // Those that wait by the old rate go on, with at most one piece each.
    this.changed.abort();
    this.changed = new AbortController();
  }

  get limited(): boolean {
    return this.rate > 0;
  }

  /** Waits until these bytes may pass. Returns at once when `signal` is aborted: callers must check that. */
  async take(bytes: number, signal?: AbortSignal): Promise<void> {
    if (this.rate === 0) return;
    const now = performance.now();
    this.paidAt = Math.max(this.paidAt, now - BURST_MS) + (bytes / this.rate) * 1000;
    const wait = this.paidAt - now;
    if (wait <= 0) return;
    const ends = signal ? AbortSignal.any([signal, this.changed.signal]) : this.changed.signal;
    await sleep(wait, undefined, { signal: ends }).catch(() => undefined);
  }

  /** A stream that slows bytes down to the rate. It is destroyed when `signal` is aborted: no more bytes pass. */
  stream(signal?: AbortSignal): Transform {
    return new Paced(this, signal);
  }

  /** Cuts bytes into pieces that may each pass as a whole. */
  *pieces(bytes: Buffer): Iterable<Buffer> {
    if (this.rate === 0) {
      yield bytes;
      return;
    }
    const size = Math.min(LARGEST_PIECE, Math.max(SMALLEST_PIECE, Math.floor(this.rate / 8)));
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
}

class Paced extends Transform {
  private readonly bandwidth: Bandwidth;
  private readonly signal: AbortSignal | undefined;

  constructor(bandwidth: Bandwidth, signal: AbortSignal | undefined) {
    super();
    this.bandwidth = bandwidth;
    this.signal = signal;
    if (!signal) return;
    // Without an error: whoever reads it knows of the abort, and may not listen yet.
    const stop = () => this.destroy();
    signal.addEventListener('abort', stop);
    this.once('close', () => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pass(chunk).then(
      () => done(),
      (error: unknown) => done(error as Error),
    );
  }

  private async pass(chunk: Buffer): Promise<void> {
    for (const piece of this.bandwidth.pieces(chunk)) {
      await this.bandwidth.take(piece.length, this.signal);
      if (this.destroyed) return;
      this.push(piece);
    }
  }
}
