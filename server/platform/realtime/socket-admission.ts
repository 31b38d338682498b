import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Config } from '../../config.ts';
import { DESKTOP_ORIGIN } from '../http/middleware/cors.ts';
import { isForwardedUnread } from '../http/middleware/proxies.ts';
import { isOwnPage } from '../http/own-page.ts';
import { addressKey } from '../limits/address-key.ts';

/**
 * Maximum number of sockets that have not signed in: for one address, which may be a whole office's, and for this
 * process.
 */
const STRANGERS_PER_ADDRESS = 100;
const STRANGERS = 1000;

/** A socket that has not signed in yet; it counts for its address until it has, or is gone. */
export interface PendingSocket {
  /** The client's own address, as the trusted proxies name it. */
  readonly address: string;
  /** Ends the counting. Idempotent. */
  leave(): void;
}

/** Admits sockets of our own pages, of desktops and of programs, and limits how many may be open before they sign in. */
export class SocketAdmission {
  readonly #config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  readonly #strangers = new Map<string, number>();
  #count = 0;

  constructor(config: Pick<Config, 'publicUrl' | 'trustProxy'>) {
    this.#config = config;
  }

  /** @returns the pending socket, or the status line of the refusal */
  admit(req: IncomingMessage): PendingSocket | string {
    if (!this.#isOurs(req)) return '403 Forbidden';
    if (isForwardedUnread(req.headers, this.#config)) return '503 Service Unavailable';
    const address = proxyAddr(req, (_, hop) => hop < this.#config.trustProxy);
    const key = addressKey(address);
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

  /**
   * Whether the page that opens a socket is ours. A browser says which page it is; programs say nothing and are
   * admitted.
   */
  #isOurs(req: IncomingMessage): boolean {
    const { origin } = req.headers;
    return origin === undefined || origin === DESKTOP_ORIGIN || isOwnPage(req.headers, this.#config);
  }
}
