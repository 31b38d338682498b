import type { Endpoint } from '#shared/platform/endpoint.ts';
import { ApiError } from '../errors.ts';
import { HeldLeases, type Leases } from '../leases/held-leases.ts';
import { Turns } from './turns.ts';

/** Two tabs, a double click, a reader that tries again: all of them get theirs. Sixty at once do not. */
const WAITING = 5;
const WAIT_MS = 30_000;
const RETRY_SECONDS = 10;
/** A zip is as slow as its reader: more of them go beside each other than of what only the processors hold up. */
const STREAMS = { atOnce: 16, ofOne: 2 } as const;

const NEVER = new AbortController().signal;
const busy = (): ApiError => new ApiError('busy', undefined, { retryAfter: RETRY_SECONDS });

/** The one door to what takes the processors or the database for long (decision 0045). */
export interface Heavy {
  /**
   * Runs work when it is its person's turn: one of a person at a time, over all processes, and a few of everybody in
   * this one. @param gone the asker went away @throws busy
   */
  run<T>(person: string, gone: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /** The same for what is sent while it is made, and lasts as long as its reader takes. @throws busy */
  stream<T>(person: string, gone: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

/** Whether a call is heavy work, by itself or by how many documents its body names. */
export function isHeavy(
  { heavy, heavyBeyond }: Pick<Endpoint, 'heavy' | 'heavyBeyond'>,
  body: unknown,
): boolean {
  if (heavy) return true;
  const { items, records } = (body ?? {}) as { items?: unknown; records?: unknown };
  const named = items ?? records;
  return heavyBeyond !== undefined && Array.isArray(named) && named.length > heavyBeyond;
}

/** @param leases between processes; null where there is only this one */
export function createHeavy(options: {
  readonly atOnce: number;
  readonly leases: Leases | null;
  readonly onError: (error: unknown) => void;
}): Heavy {
  const held = options.leases && new HeldLeases(options.leases, options.onError);
  const enter =
    held &&
    (async (person: string, signal: AbortSignal) => {
      const keys = [`heavy:${person}`];
      const isOurs = await held.take(keys, { signal, waitMs: WAIT_MS });
      return isOurs ? () => held.giveBack(keys) : null;
    });
  const waits = { waiting: WAITING, waitMs: WAIT_MS };
  const work = new Turns({ atOnce: options.atOnce, ofOne: 1, ...waits }, busy, enter);
  const streams = new Turns({ ...STREAMS, ...waits }, busy);
  return {
    run: (person, gone, doIt) => work.run(person, gone ?? NEVER, doIt),
    stream: (person, gone, doIt) => streams.run(person, gone ?? NEVER, doIt),
  };
}
