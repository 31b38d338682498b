import type { TokenSource } from './adapters/http-client.ts';
import { RemoteError } from './ports/remote.ts';

/** A new token is asked for this long before the old one ends. */
const EARLY_MS = 60_000;
const WAIT_MS = 30_000;

interface Identity {
  readonly idToken: string;
  readonly expiresAt: string;
}

/** Identity tokens as the main process hands them over: it alone renews them. */
export class HostTokens implements TokenSource {
  private identity: Identity | null = null;
  private waiting: ((identity: Identity | null) => void)[] = [];
  private readonly ask: () => void;

  constructor(ask: () => void) {
    this.ask = ask;
  }

  give(identity: Identity | null): void {
    this.identity = identity;
    for (const wake of this.waiting.splice(0)) wake(identity);
  }

  end(): void {
    this.give(null);
  }

  async token(renew: boolean): Promise<string> {
    if (!renew && this.identity && Date.parse(this.identity.expiresAt) - Date.now() > EARLY_MS) {
      return this.identity.idToken;
    }
    const given = new Promise<Identity | null>((resolve) => {
      this.waiting.push(resolve);
      setTimeout(() => resolve(null), WAIT_MS).unref();
    });
    if (this.waiting.length === 1) this.ask();
    const identity = await given;
    if (!identity) throw new RemoteError('unauthorized', 'unauthenticated', 'No identity token');
    return identity.idToken;
  }
}
