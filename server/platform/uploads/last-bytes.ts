/** The shortest time between two writes of an upload's last byte. */
const EVERY_MS = 60_000;
const KEPT = 5000;

/**
 * When the last byte of each upload came. It is written rarely: an abandoned upload is recognized after hours, and a
 * write for each chunk would cost more than the chunk.
 */
export class LastBytes {
  readonly #noted = new Map<string, number>();
  readonly #now: () => Date;
  readonly #note: (key: string, at: Date) => void;

  constructor(now: () => Date, note: (key: string, at: Date) => void) {
    this.#now = now;
    this.#note = note;
  }

  /** @param known what is written of it already */
  begin(key: string, known: Date): void {
    this.#noted.delete(key);
    this.#noted.set(key, known.getTime());
    const [oldest] = this.#noted.keys();
    if (this.#noted.size > KEPT && oldest) this.#noted.delete(oldest);
  }

  arrived(key: string): void {
    const now = this.#now().getTime();
    if (now - (this.#noted.get(key) ?? 0) < EVERY_MS) return;
    this.#noted.set(key, now);
    this.#note(key, new Date(now));
  }

  forget(key: string): void {
    this.#noted.delete(key);
  }
}
