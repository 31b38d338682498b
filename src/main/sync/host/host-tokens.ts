import type { TokenSource } from '../adapters/http/http-client.ts';
import { RemoteError } from '../ports/remote.ts';

/** How long before a token expires a new one is requested. */
const EARLY_MS = 60_000;
const WAIT_MS = 30_000;
/** While the server cannot be reached the main process has no token: it is asked again at this interval. */
const AGAIN_MS = 3_000;

interface Identity {
  readonly idToken: string;
  readonly expiresAt: string;
}

/** Identity tokens as the main process gives them. Only the main process renews them. */
export class HostTokens implements TokenSource {
  private identity: Identity | null = null;
  /** When it expires, on the scale of `performance.now()`, because the computer's date may be changed meanwhile. */
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

  /** Checks both clocks: the date may have been set back, and the other clock stops while the computer sleeps. */
  private isAlive({ expiresAt }: Identity): boolean {
    return this.endsAt - performance.now() > EARLY_MS && Date.parse(expiresAt) - Date.now() > EARLY_MS;
  }

  /** The next token that the main process gives; `null` where none came in time. */
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
