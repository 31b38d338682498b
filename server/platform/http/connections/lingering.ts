import { TokenBucket } from '../../limits/token-bucket.ts';

/** How much is read and dropped for clients that read an answer only after they have sent their whole body. */
export interface LingeringLimits {
  /** Of one connection, in bytes and milliseconds. */
  readonly bytes: number;
  readonly ms: number;
  /** Connections at once: of one client address, and of the process. */
  readonly perClient: number;
  readonly places: number;
  /** Of all connections together. */
  readonly bytesPerSecond: number;
}

/** A body of 50 MB takes less than a second alone, and 64 MB of each place are read in time. */
export const LINGERING_LIMITS: LingeringLimits = {
  bytes: 64 * 1024 ** 2,
  ms: 30_000,
  perClient: 4,
  places: 32,
  bytesPerSecond: 64 * 1024 ** 2,
};

/** How much of a second's bytes may be read at once. */
const BURST_SHARE = 1 / 8;

/** A connection that is read and dropped. */
export interface Place {
  /** Takes so many bytes that were read from the common rate. @returns false where nothing more may be read for now */
  mayRead(bytes: number): boolean;
  /** Whether it was read for long enough. */
  isOver(bytes: number, ms: number): boolean;
  /** Idempotent. */
  leave(): void;
}

/** The connections of a process that linger: that are read for a while after their answer (as nginx's lingering_close). */
export class Lingering {
  readonly #limits: LingeringLimits;
  readonly #rate: TokenBucket;
  readonly #byClient = new Map<string, number>();
  #taken = 0;

  constructor(limits: LingeringLimits) {
    this.#limits = limits;
    const { bytesPerSecond } = limits;
    this.#rate = new TokenBucket({ burst: bytesPerSecond * BURST_SHARE, perSecond: bytesPerSecond });
  }

  /** @param client the key of its address @returns null where there is no place */
  take(client: string): Place | null {
    const { places, perClient, bytes: bytesMax, ms: msMax } = this.#limits;
    const here = this.#byClient.get(client) ?? 0;
    if (this.#taken >= places || here >= perClient) return null;
    this.#taken += 1;
    this.#byClient.set(client, here + 1);
    let isTaken = true;
    return {
      mayRead: (bytes) => this.#rate.spend(bytes),
      isOver: (bytes, ms) => bytes >= bytesMax || ms >= msMax,
      leave: () => {
        if (!isTaken) return;
        isTaken = false;
        this.#taken -= 1;
        const left = (this.#byClient.get(client) ?? 1) - 1;
        if (left > 0) this.#byClient.set(client, left);
        else this.#byClient.delete(client);
      },
    };
  }
}
