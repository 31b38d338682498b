import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../errors.ts';
import { addressKey } from '../../limits/address-key.ts';
import { Misuse, type MisuseLimits } from '../../limits/misuse.ts';
import { t } from '../../texts.ts';
import { clientAddress } from '../client-address.ts';
import { answerError } from './plain-answers.ts';

/** Made once: a flood is answered with it thousands of times. */
const REFUSED = t('limits.misuse');

/** Refuses who misuses connections, by the address of the client. */
export interface ConnectionGuard {
  /** The key that a call's client is counted by. */
  readonly keyOf: (req: IncomingMessage) => string;
  /** The call's connection was ended for misuse. @param cost of what is less than one misuse */
  misused(req: IncomingMessage, cost?: number): void;
  /** The same of a connection without a call. Behind a proxy nobody knows whose it is, so nobody is counted. */
  misusedBy(socket: Socket, cost?: number): void;
  /** The same, by the client's address. */
  misusedFrom(address: string, cost?: number): void;
  /** Whether the client is refused for now. A call for which this was so once is answered 429. */
  isRefused(req: IncomingMessage): boolean;
  /** Begins to close new connections of who is refused. Call it when all other listeners for connections are there. */
  attach(http: Server): void;
  /** Answers 429 to clients that are refused, before anything of a body is read. */
  guard(serve: RequestListener): RequestListener;
}

/**
 * Guards a server's connections. Without proxies whoever is refused has new connections closed as soon as they are
 * accepted, which costs the least; those that are open go on. Behind trusted proxies the peer is a proxy, through which
 * everybody comes: there each call of the one client is refused.
 */
export function guardConnections({
  trustProxy,
  misuse: limits,
}: {
  readonly trustProxy: number;
  readonly misuse: MisuseLimits;
}): ConnectionGuard {
  const misuse = new Misuse(limits);
  const keyOf = (req: IncomingMessage): string => addressKey(clientAddress(req, trustProxy));
  const peerKey = (socket: Socket): string => addressKey(socket.remoteAddress ?? '');
  /** Refusals of calls: whose body is dropped is answered so, also where its refusal ends while it waits its turn. */
  const refusals = new WeakMap<IncomingMessage, number>();
  const refusedMs = (req: IncomingMessage): number => {
    const ms = refusals.get(req) ?? (trustProxy > 0 ? misuse.refusedMs(keyOf(req)) : 0);
    if (ms > 0) refusals.set(req, ms);
    return ms;
  };

  return {
    keyOf,
    misused: (req, cost) => misuse.end(keyOf(req), cost),
    misusedBy(socket, cost) {
      if (trustProxy === 0) misuse.end(peerKey(socket), cost);
    },
    misusedFrom: (address, cost) => misuse.end(addressKey(address), cost),
    isRefused: (req) => refusedMs(req) > 0,
    attach(http) {
      if (trustProxy > 0) return;
      // None of them, above all Node's own, which makes a parser, must run for a connection that is refused.
      const listeners = http.listeners('connection') as ((socket: Socket) => void)[];
      http.removeAllListeners('connection');
      http.on('connection', (socket: Socket) => {
        if (misuse.open(peerKey(socket))) socket.resetAndDestroy();
        else for (const listener of listeners) listener.call(http, socket);
      });
    },
    guard: (serve) => (req, res) => {
      const ms = refusedMs(req);
      if (ms === 0) return serve(req, res);
      const retryAfter = Math.ceil(ms / 1000);
      answerError(res, new ApiError('rate_limited', undefined, { message: REFUSED, retryAfter }));
    },
  };
}
