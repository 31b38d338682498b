import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Stems of normalized words, read from the database that built the index, so that a highlight never disagrees with a
 * match (a stemmer in JavaScript could differ with the next PostgreSQL). Answers are cached: a vocabulary is small, and
 * stems do not change while a server runs.
 */
const known = new Map<string, string>();
const MAX_KNOWN = 50_000;

/** Word → stem for all words given. Words with digits are their own stem, as in the index. */
export async function stemsOf(
  db: QueryExecutorProvider,
  words: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const stems = new Map<string, string>();
  const unknown: string[] = [];
  for (const word of new Set(words)) {
    const stem = /\d/.test(word) ? word : known.get(word);
    if (stem === undefined) {
      unknown.push(word);
    } else {
      stems.set(word, stem);
    }
  }
  if (unknown.length > 0) {
    const { rows } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize('public.legajo_stem', word))[1] as stem
      from unnest(${unknown}::text[]) as word`.execute(db);
    if (known.size + rows.length > MAX_KNOWN) {
      known.clear();
    }
    for (const { word, stem } of rows) {
      known.set(word, stem ?? word);
      stems.set(word, stem ?? word);
    }
  }
  return stems;
}
