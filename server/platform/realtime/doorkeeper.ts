import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator } from 'express-rate-limit';
import proxyAddr from 'proxy-addr';
import type { Config } from '../../config.ts';
import { DESKTOP_ORIGIN } from '../http/middleware/cors.ts';
import { isForwardedUnread } from '../http/middleware/proxies.ts';
import { isOwnPage } from '../http/own-page.ts';

/** Sockets that have not signed in: of one address, which may be a whole office's, and of this process. */
const STRANGERS_PER_ADDRESS = 100;
const STRANGERS = 1000;

/** A socket at the door: whose address it counts for, until it has signed in or is gone. */
export interface Guest {
  /** The client's own address, behind however many proxies are trusted. */
  readonly address: string;
  /** It counts no longer. Idempotent. */
  leave(): void;
}

/** Lets sockets in that pages of ours, desktops and programs open, and not too many at once before they sign in. */
export class Doorkeeper {
  readonly #config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  readonly #strangers = new Map<string, number>();
  #count = 0;

  constructor(config: Pick<Config, 'publicUrl' | 'trustProxy'>) {
    this.#config = config;
  }

  /** @returns the status line with which it is sent away, or who came in */
  admit(req: IncomingMessage): Guest | string {
    if (!this.#isOurs(req)) return '403 Forbidden';
    if (isForwardedUnread(req.headers, this.#config)) return '503 Service Unavailable';
    const address = proxyAddr(req, (_, hop) => hop < this.#config.trustProxy);
    const key = ipKeyGenerator(address);
    const here = this.#strangers.get(key) ?? 0;
    if (here >= STRANGERS_PER_ADDRESS) return '429 Too Many Requests';
    if (this.#count >= STRANGERS) return '503 Service Unavailable';
    this.#strangers.set(key, here + 1);
    this.#count += 1;
    let counts = true;
    return {
      address,
      leave: () => {
        if (!counts) return;
        counts = false;
        this.#count -= 1;
        const left = (this.#strangers.get(key) ?? 1) - 1;
        if (left > 0) this.#strangers.set(key, left);
        else this.#strangers.delete(key);
      },
    };
  }

  /** A browser says which page opens a socket; programs say nothing. A page of another site is none of ours. */
  #isOurs(req: IncomingMessage): boolean {
    const { origin } = req.headers;
    return origin === undefined || origin === DESKTOP_ORIGIN || isOwnPage(req.headers, this.#config);
  }
}
