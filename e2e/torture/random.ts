/** Random numbers, the same for the same seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761) >>> 0;
  }

  /** From 0 up to 1, exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  bytes(length: number): Buffer {
    const buffer = Buffer.alloc(length);
    for (let at = 0; at < length; at += 4) {
      const word = Math.floor(this.next() * 4_294_967_296) >>> 0;
      for (let byte = 0; byte < 4 && at + byte < length; byte += 1) buffer[at + byte] = word >>> (byte * 8);
    }
    return buffer;
  }
}
