import type { TokenSource } from '../adapters/http/http-client.ts';
import { RemoteError } from '../ports/remote.ts';

/** A new token is asked for this long before the old one ends. */
const EARLY_MS = 60_000;
const WAIT_MS = 30_000;
/** While the server is out of reach the main process gets none: it is asked again so often. */
const AGAIN_MS = 3_000;

interface Identity {
  readonly idToken: string;
  readonly expiresAt: string;
}

/** Identity tokens as the main process hands them over: it alone renews them. */
export class HostTokens implements TokenSource {
  private identity: Identity | null = null;
  /** When it ends, on the scale of `performance.now()`: somebody may set the computer's date meanwhile. */
  private endsAt = Number.NEGATIVE_INFINITY;
  private waiting: ((identity: Identity | null) => void)[] = [];
  private asking: NodeJS.Timeout | undefined;
  private readonly ask: () => void;

  constructor(ask: () => void) {
    this.ask = ask;
  }

  give(identity: Identity | null): void {
    this.identity = identity;
    clearInterval(this.asking);
    this.asking = undefined;
    if (identity) this.endsAt = performance.now() + Date.parse(identity.expiresAt) - Date.now();
    for (const wake of this.waiting.splice(0)) wake(identity);
  }

  end(): void {
    this.give(null);
  }

  async token(renew: boolean): Promise<string> {
    if (!renew && this.identity && this.isAlive(this.identity)) return this.identity.idToken;
    const identity = await this.next();
    if (!identity) throw new RemoteError('unauthorized', 'unauthenticated', 'No identity token');
    return identity.idToken;
  }

  /** By both clocks: the date may have been set back, and the other one stands still while the computer sleeps. */
  private isAlive({ expiresAt }: Identity): boolean {
    return this.endsAt - performance.now() > EARLY_MS && Date.parse(expiresAt) - Date.now() > EARLY_MS;
  }

  /** The next one that is handed over; `null` where none came in time. */
  private next(): Promise<Identity | null> {
    return new Promise((resolve) => {
      const end = setTimeout(() => {
        this.waiting = this.waiting.filter((each) => each !== take);
        if (this.waiting.length === 0) {
          clearInterval(this.asking);
          this.asking = undefined;
        }
        resolve(null);
      }, WAIT_MS).unref();
      const take = (identity: Identity | null) => {
        clearTimeout(end);
        resolve(identity);
      };
      this.waiting.push(take);
      if (this.asking) return;
      this.asking = setInterval(this.ask, AGAIN_MS).unref();
      this.ask();
    });
  }
}
