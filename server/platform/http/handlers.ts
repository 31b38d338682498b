import type { Request, Response } from 'express';
import type { Endpoint, HandlerInput, HandlerResult, Table } from '#shared/platform/endpoint.ts';
import type { Actor } from '../actor.ts';

/** What every handler gets beside its parsed input. */
export interface CallContext<A> {
  readonly actor: A;
  readonly ip: string;
  /** Whether the call comes from the server's own machine. */
  readonly local: boolean;
  /** `Idempotency-Key`. A version keeps it for good as its operation. */
  readonly operation: string | null;
  /** `X-Operation-Token` of a sync message, on calls that a screen asked a desktop for. */
  readonly operationToken: string | null;
  /** For cookies only. */
  readonly req: Request;
  readonly res: Response;
}

type ActorOf<E extends Endpoint> = E['who'] extends 'anyone' ? null : Actor;

export type Handler<E extends Endpoint> = (
  call: HandlerInput<E> & CallContext<ActorOf<E>>,
) => Promise<HandlerResult<E>>;

/** One handler for each JSON endpoint of a table; raw ones are mounted by hand. */
export type Handlers<T extends Table> = {
  readonly [K in keyof T as T[K]['raw'] extends true ? never : K]: Handler<T[K]>;
};

/** What a handler gets where its endpoint is known only while the server runs. */
type AnyCall = CallContext<Actor | null> & {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
};

/**
 * A handler of any endpoint. Written as a method, whose parameter TypeScript compares in both directions: so every
 * `Handler` is one, and whoever calls it must have parsed the input by the endpoint of the same name.
 */
export type AnyHandler = { handle(call: AnyCall): Promise<unknown> }['handle'];
export type AnyHandlers = Readonly<Record<string, AnyHandler>>;
