import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { MAX_INDEXED_CHARACTERS } from '../../../platform/text/search-sql.ts';
import { type ReadText, vectorSize } from './blob-texts.queries.ts';

/** A tsvector may have 1 MiB, and the words of title and notes need some of it. */
const VECTOR_BYTES = 900_000;
/** The words of a text of this length always fit into a vector. */
export const FITS_CHARACTERS = 50_000;
const SHORTEST = 1000;

type Part = Pick<ReadText, 'indexed' | 'exact'>;

/**
 * Stores a text with as much of it indexed as a vector holds. Where the words of a text are too many, it is first left
 * out of what quotes compare word by word; where that is not enough, only its first half is indexed, and so on: a word
 * that is not found is worse than a phrase that is not.
 * @param store called in a transaction, and again in another one after `assertFits` threw or the database refused
 */
export async function storeIndexed(
  db: Kysely<Schema>,
  { sha256, indexed }: Pick<ReadText, 'sha256' | 'indexed'>,
  store: (trx: Transaction<Schema>, part: Part, assertFits: () => Promise<void>) => Promise<void>,
): Promise<void> {
  let exact = true;
  for (let length = MAX_INDEXED_CHARACTERS; ; ) {
    const part = { indexed: indexed.slice(0, length), exact };
    try {
      await db.transaction().execute((trx) =>
        store(trx, part, async () => {
          const large = length > SHORTEST && indexed.length > FITS_CHARACTERS;
          if (large && (await vectorSize(trx, sha256)) > VECTOR_BYTES) throw new TooManyWords();
        }),
      );
      return;
    } catch (error) {
      const full = error instanceof TooManyWords || (error as { code?: string }).code === '54000';
      if (!full || length <= SHORTEST) throw error;
      if (exact) exact = false;
      else length = Math.floor(length / 2);
    }
  }
}

class TooManyWords extends Error {}
