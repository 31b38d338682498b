/** The first pause before something is tried again, and the longest, in milliseconds. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 3_600_000;
/** So long after a try a change is taken for what the try itself did: it may give a file a second name and take it away. */
const ECHO_MS = 1000;

interface Try<T> {
  readonly value: T;
  /** What was tried. Anything else is tried at once. */
  readonly signature: string;
  readonly tries: number;
  /** On the clock's scale, as is the next. */
  readonly triedAt: number;
  readonly dueAt: number;
}

/** What failed for a reason of its own, with a pause for each that grows from a second to an hour. */
export class Retries<T> {
  private readonly entries = new Map<string, Try<T>>();

  /** Notes a failure at `now`. The pause doubles while the same is tried. */
  failed(key: string, signature: string, value: T, now: number): void {
    const before = this.entries.get(key);
    const tries = before?.signature === signature ? before.tries + 1 : 1;
    const dueAt = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    this.entries.set(key, { value, signature, tries, triedAt: now, dueAt });
  }

  /** Whether it must not be tried yet. */
  isWaiting(key: string, signature: string, now: number): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.signature === signature && now < entry.dueAt;
  }

  isDue(key: string, now: number): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && now >= entry.dueAt;
  }

  get(key: string): T | undefined {
    return this.entries.get(key)?.value;
  }

  /** It succeeded, or is gone. */
  delete(key: string): void {
    this.entries.delete(key);
  }

  /** Makes those due for which `is` holds. Their pauses keep their length. */
  hurry(is: (value: T, key: string) => boolean): void {
    for (const [key, entry] of this.entries)
      if (is(entry.value, key)) this.entries.set(key, { ...entry, dueAt: Number.NEGATIVE_INFINITY });
  }

  /** The same after something has changed there, unless the try itself did that. */
  changed(is: (value: T) => boolean, now: number): void {
    const isEcho = ({ triedAt }: Try<T>) => now >= triedAt && now - triedAt < ECHO_MS;
    const echoes = new Set([...this.entries].flatMap(([key, entry]) => (isEcho(entry) ? [key] : [])));
    this.hurry((value, key) => !echoes.has(key) && is(value));
  }

  keepOnly(keeps: (key: string, value: T) => boolean): void {
    for (const [key, { value }] of this.entries) if (!keeps(key, value)) this.entries.delete(key);
  }

  all(): IterableIterator<[string, Try<T>]> {
    return this.entries.entries();
  }

  get size(): number {
    return this.entries.size;
  }

  /** When the next one is due, on the clock's scale. */
  get nextAt(): number | undefined {
    let next: number | undefined;
    for (const { dueAt } of this.entries.values()) next = Math.min(next ?? dueAt, dueAt);
    return next;
  }
}
