import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Topic } from './topics.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * The three hosts of an installation; the client picks a base address by it (docs/protocols/rest.md, specification §7).
 */
export type Area = 'core' | 'docs' | 'events';

/**
 * Who may call the endpoint at all. What a caller may do to one record is decided by the policies. `manager` means
 * admin or manager (docs/domain/roles-and-visibility.md).
 */
export type Who = 'anyone' | 'signed-in' | 'manager' | 'admin';

export type Shape = z.ZodType;

export interface Endpoint<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
  R extends Shape | undefined = Shape | undefined,
> {
  readonly method: Method;
  /** Below `/api`, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly who: Who;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly result?: R;
  /** An endpoint that no JSON schema describes: tus, contents, signed files, keys, the realtime upgrade. */
  readonly raw?: true;
  /** Headers that a raw endpoint reads beside Authorization. */
  readonly headers?: Shape;
  /** Media type of a raw endpoint's body. */
  readonly takes?: string;
  /** A raw endpoint's successful answers: media type by status, null where there is no body. */
  readonly answers?: Readonly<Record<number, string | null>>;
  readonly status?: 200 | 201 | 204;
  /** What it changes, beside `anything`: clients fetch again what they show of it. */
  readonly changes?: readonly Topic[];
  /**
   * Its answer holds a secret (a token, a signed link, a code), so it is neither stored with an Idempotency-Key nor
   * compressed.
   */
  readonly secret?: true;
  /** Allowed before a required second step is set up: it leads to that, or signs out. */
  readonly beforeSecondStep?: true;
  /** Never served from the client's cache. */
  readonly noCache?: true;
  /** Error codes that it may answer beside invalid, unauthenticated, forbidden, not_found and internal. */
  readonly errors?: readonly ErrorCode[];
  /**
   * It uses the server's processors or database for long. One call of a person runs at a time, others of theirs wait
   * for their turn, and more than a few are answered `busy`.
   */
  readonly heavy?: true;
  /** It is heavy where its body names more documents than this, each of which is a change of its own. */
  readonly heavyBeyond?: number;
  /** Largest JSON body in bytes; the default is 1 MiB, and 16 KiB where anybody may call. */
  readonly maxBody?: number;
}

export type Table = Readonly<Record<string, Endpoint>>;

/** Keeps the literal types of the entries while checking their form. */
export const table = <const T extends Table>(entries: T): T => entries;

type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a client passes, before defaults and coercions. */
export type CallInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: In<E[K]>;
};
/** What a handler receives, parsed. */
export type HandlerInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Out<E[K]>;
};
/** What a handler returns, before the result's schema writes it. */
export type HandlerResult<E extends Endpoint> = E['result'] extends z.ZodType
  ? z.input<E['result']>
  : undefined;
/** What a client gets. */
export type CallResult<E extends Endpoint> = E['result'] extends z.ZodType
  ? z.output<E['result']>
  : undefined;

/** The host of an endpoint, by the first part of its path (docs/protocols/rest.md). */
export function areaOf(path: string): Area {
  if (/^\/docs(\/|$)/.test(path)) return 'docs';
  if (/^\/events(\/|$)/.test(path)) return 'events';
  return 'core';
}
