import type { Deps } from '../deps.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { deleteBlob, findUnnamed, findUnnamedRows, lockBlobs } from './blobs.queries.ts';
import { areFilesDatedRight } from './file-clock.ts';
import { DIGITS, type Storage } from './storage.ts';

/** How many are handled at once; the next round handles the rest. */
const PER_RUN = 500;

type BlobDeps = Pick<Deps, 'db' | 'config' | 'log'> & {
  readonly storage: Pick<Storage, 'list' | 'remove' | 'incoming'>;
  /** What was drawn from a content goes with it. */
  readonly pages: { readonly store: { forget(sha256: string): Promise<void> } };
};

/**
 * Garbage-collects contents that no version refers to: those of a confirmation that failed, or of records that were
 * deleted for good. Each run looks at a sixteenth of them, by the first digit of their hash.
 * Unfinished uploads lie elsewhere (`incoming`) and are not touched. A confirmation stores bytes first and refers to
 * them afterwards, in a transaction that begins with the lock on their hash. Here each content is judged and removed
 * under the same lock, so one of the two is first. Either the version is found, and the content stays. Or the
 * confirmation finds the content gone, and stores the bytes again (confirm-transaction.ts). This holds for contents of
 * any age: the hours of grace only avoid that work.
 */
export function collectBlobs({ db, storage, config, log, pages }: BlobDeps): Sweep {
  let turn = 0;

  async function collect(sha256: string): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      await lockBlobs(trx, [{ sha256, size: 0 }]);
      if ((await findUnnamed(trx, [sha256])).length === 0) return false;
      // The row first: should a version refer to it after all, the database refuses, and the content stays.
      await deleteBlob(trx, sha256);
      await storage.remove(sha256);
      await pages.store.forget(sha256);
      return true;
    });
  }

  return {
    name: 'blobs',
    async run(now) {
      if (!(await areFilesDatedRight({ db, storage, log }))) return 0;
      const digit = DIGITS[turn % DIGITS.length] ?? '0';
      turn += 1;
      const before = new Date(now.getTime() - config.uploadAbandonedSeconds * 1000);
      const found = new Set(await findUnnamedRows(db, digit, before, PER_RUN));
      let old: string[] = [];
      const take = async (): Promise<void> => {
        for (const hash of await findUnnamed(db, old)) found.add(hash);
        old = [];
      };
      for await (const { sha256, writtenAt } of storage.list(digit)) {
        if (writtenAt < before) old.push(sha256);
        if (old.length >= PER_RUN) await take();
        if (found.size >= PER_RUN) break;
      }
      await take();
      let gone = 0;
      for (const sha256 of found) if (await collect(sha256)) gone += 1;
      return gone;
    },
  };
}
