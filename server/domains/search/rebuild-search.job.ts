import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { findPieces } from '../documents/contents/content-texts.queries.ts';
import {
  findOldContent,
  findRecordsAfter,
  findStage,
  lockContent,
  lockStage,
  noteDone,
  rebuildFaces,
} from './rebuild-search.queries.ts';
import { insertVectors } from './texts/blob-texts.queries.ts';
import { storeIndexed } from './texts/indexed-part.ts';
import { joinPieces } from './texts/join-pieces.ts';

const FIRST_BATCH = 5;
const LARGEST_BATCH = 100;
/** A transaction of many records should take about this long: whoever writes one of them waits for it. */
const BATCH_MS = 50;
/** After a failure, and while another process is at it. */
const LATER_MS = 5000;
const SHORTEST_REST_MS = 5;

/**
 * Makes search vectors of the first form anew (migration 0038), beside the service: in short transactions, and resting
 * after each for as long as it took. What is done is noted in the same transaction, so that after a kill another
 * process goes on there. Ends when nothing is left.
 */
export function createSearchRebuild({ db, log }: Pick<Deps, 'db' | 'log'>) {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let batch = FIRST_BATCH;

  /** @returns whether anything was done, or could not be because another process is at it */
  async function rebuildContent(): Promise<boolean> {
    const after = await db.transaction().execute((trx) => lockStage(trx, 'contents'));
    if (after === null) return false;
    const sha256 = await findOldContent(db, after);
    if (sha256 === null) {
      await db.transaction().execute((trx) => noteDone(trx, 'contents', null));
      return true;
    }
    const indexed = joinPieces(await findPieces(db, sha256));
    let mine = true;
    await storeIndexed(db, { sha256, indexed }, async (trx, part, assertFits) => {
      mine = (await lockStage(trx, 'contents')) === after;
      if (!mine) return;
      await lockContent(trx, sha256);
      await insertVectors(trx, [{ sha256, ...part }]);
      await assertFits();
      await noteDone(trx, 'contents', sha256);
    });
    return mine;
  }

  async function rebuildRecords(): Promise<boolean> {
    const began = performance.now();
    const done = await db.transaction().execute(async (trx) => {
      const after = await lockStage(trx, 'records');
      if (after === null) return false;
      const records = await findRecordsAfter(trx, after, batch);
      if (records.length > 0) await rebuildFaces(trx, records);
      await noteDone(trx, 'records', records.at(-1) ?? null);
      return true;
    });
    const took = performance.now() - began;
    batch = Math.ceil(Math.min(LARGEST_BATCH, took > BATCH_MS ? batch / 2 : batch * 1.5));
    return done;
  }

  async function all(): Promise<void> {
    let since: number | null = null;
    while (!stopped.signal.aborted) {
      const began = performance.now();
      try {
        const stage = await findStage(db);
        if (stage === null) {
          if (since !== null) log.info({ ms: Math.round(began - since) }, 'search vectors made anew');
          return;
        }
        since ??= began;
        const done = stage === 'contents' ? await rebuildContent() : await rebuildRecords();
        await rest(done ? Math.max(SHORTEST_REST_MS, performance.now() - began) : LATER_MS);
      } catch (error) {
        log.warn({ err: error }, 'search vectors were not made anew, to be tried again');
        await rest(LATER_MS);
      }
    }
  }

  const rest = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);

  const run = (): Promise<void> => {
    running ??= all().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    start(): void {
      void run();
    },
    /** Makes anew whatever is left. */
    run,
    async stop(): Promise<void> {
      stopped.abort();
      await running;
    },
  };
}
