import type { Endpoint } from '#shared/platform/endpoint.ts';
import { ApiError } from '../errors.ts';
import { HeldLeases, type Leases } from '../leases/held-leases.ts';
import { t } from '../texts.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * How many of one person may wait: enough for two tabs, a double click and a client that tries again, not for sixty at
 * once.
 */
const WAITING = 5;
const WAIT_MS = 30_000;
const RETRY_SECONDS = 10;
/** A zip is as slow as its reader, so more of them may run at once than of work that needs processors. */
const STREAMS = { atOnce: 16, ofOne: 2 } as const;
/**
 * Files being sent. A desktop fetches 8 at once, a browser opens up to 6 connections to one server, and one person may
 * have several of both. A link is followed by one program.
 */
const FILES = { atOnce: 512, ofOne: 64, ofOneLink: 16 } as const;
/** Bundles being sent: each keeps a few whole files in memory. */
const BUNDLES = { atOnce: 128, ofOne: 16 } as const;

const NEVER = new AbortController().signal;
const busy = (): ApiError => new ApiError('busy', undefined, { retryAfter: RETRY_SECONDS });
const tooManyFiles = (): ApiError =>
  new ApiError('busy', undefined, { retryAfter: RETRY_SECONDS, message: t('limits.files') });

/** Every call that takes processors or the database for long goes through here (decision 0045). */
export interface Heavy {
  /**
   * Runs work when it is its person's turn: one at a time for each person, over all processes, and a few of everybody
   * in this process.
   * @param gone aborted when the client disconnects
   * @throws busy
   */
  run<T>(person: string, gone: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /** The same for an answer that is sent while it is made, and lasts as long as its reader takes. @throws busy */
  stream<T>(person: string, gone: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /**
   * Sends a file when there is room for one more of this link, this person and this process. As many as may be sent
   * also wait.
   * @param link the signed link that was followed; null for a call of the person's own
   * @throws busy
   */
  file<T>(
    person: string,
    link: string | null,
    gone: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T>;
  /** The same for a bundle of small files. @throws busy */
  bundle<T>(person: string, gone: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
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
  const work = new FairQueue({ atOnce: options.atOnce, ofOne: 1, ...waits }, busy, enter);
  const streams = new FairQueue({ ...STREAMS, ...waits }, busy);
  const sending = ({ atOnce, ofOne }: { atOnce: number; ofOne: number }): FairQueue =>
    new FairQueue({ atOnce, ofOne, waiting: ofOne, waitMs: WAIT_MS }, tooManyFiles);
  const files = sending(FILES);
  const links = sending({ atOnce: Number.POSITIVE_INFINITY, ofOne: FILES.ofOneLink });
  const bundles = sending(BUNDLES);
  return {
    run: (person, gone, doIt) => work.run(person, gone ?? NEVER, doIt),
    stream: (person, gone, doIt) => streams.run(person, gone ?? NEVER, doIt),
    file(person, link, gone = NEVER, doIt) {
      const send = () => files.run(person, gone, doIt);
      return link === null ? send() : links.run(link, gone, send);
    },
    bundle: (person, gone, doIt) => bundles.run(person, gone ?? NEVER, doIt),
  };
}
