import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { ApiError } from '../errors.ts';
import { clientAddress } from '../http/client-address.ts';
import type { ConnectionGuard } from '../http/connections/connection-guard.ts';
import { isLocalCall } from '../http/local.ts';
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
  /** It comes from the server's own machine, as far as can be known. */
  readonly local: boolean;
  /** Ends the counting. Idempotent. */
  leave(): void;
}

/** Admits sockets of our own pages, of desktops and of programs, and limits how many may be open before they sign in. */
export class SocketAdmission {
  readonly #config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  readonly #guard: Pick<ConnectionGuard, 'isRefused'>;
  readonly #strangers = new Map<string, number>();
  #count = 0;

  constructor(config: Pick<Config, 'publicUrl' | 'trustProxy'>, guard: Pick<ConnectionGuard, 'isRefused'>) {
    this.#config = config;
    this.#guard = guard;
  }

  /** @returns the pending socket, or the refusal */
  admit(req: IncomingMessage): PendingSocket | ApiError {
    if (!this.#isOurs(req)) return new ApiError('forbidden');
    if (isForwardedUnread(req.headers, this.#config)) return new ApiError('proxy_not_trusted');
    if (this.#guard.isRefused(req)) return new ApiError('rate_limited');
    const address = clientAddress(req, this.#config.trustProxy);
    const key = addressKey(address);
    const here = this.#strangers.get(key) ?? 0;
    if (here >= STRANGERS_PER_ADDRESS) return new ApiError('rate_limited');
    if (this.#count >= STRANGERS) return new ApiError('unavailable');
    this.#strangers.set(key, here + 1);
    this.#count += 1;
    let counts = true;
    return {
      address,
      local: isLocalCall(req, this.#config),
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
