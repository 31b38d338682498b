import { sql } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import { withoutAccent } from '../../platform/text/corrections.ts';
import { normalizeText, numberForms } from '../../platform/text/normalize.ts';
import { literally } from '../../platform/text/query.ts';
import { SEARCH_CONFIG } from '../../platform/text/search-sql.ts';
import type { Condition } from './search-conditions.queries.ts';

export interface TitleWord {
  readonly id: number;
  readonly word: string;
}

/** Words of an organization's titles that were added after one, in the order in which they were added. */
export async function findTitleWords(
  executor: Executor,
  organization: string,
  after: number,
): Promise<TitleWord[]> {
  const rows = await executor
    .selectFrom('title_words')
    .select(['id', 'word'])
    .where('organization', '=', organization)
    .where('id', '>', after)
    .orderBy('id')
    .execute();
  return rows.map(({ id, word }) => ({ id: Number(id), word }));
}

/** Those of these words that occur in the title or file name of a document that the conditions allow. */
export const findTitleWordsAmong = (
  executor: Executor,
  words: readonly string[],
  conditions: readonly Condition[],
): Promise<ReadonlySet<string>> =>
  findAmong(executor, new Map(words.map((word) => [word, `'=${word}'`])), conditions);

/**
 * Those of these words, without accents, that occur anywhere in a document that the conditions allow, in its text
 * too: as they stand, in the plural or in the singular.
 */
export async function findTextWordsAmong(
  executor: Executor,
  words: readonly string[],
  conditions: readonly Condition[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ word: string; stem: string }>`
    select word, to_tsquery(${sql.lit(SEARCH_CONFIG)}, normal)::text as stem
    from unnest(${[...words]}::text[], ${words.map(normalizeText)}::text[]) as asked (word, normal)`.execute(
    executor,
  );
  // By stem first: of hundreds of words few are left, and each has an unstemmed form for every section of a text.
  // Stems alone would name words that nobody wrote (contrito, where a text has contrita).
  const byStem = await findAmong(executor, new Map(rows.map(({ word, stem }) => [word, stem])), conditions);
  return findAmong(executor, new Map([...byStem].map((word) => [word, asWritten(word)])), conditions);
}

const asWritten = (word: string): string =>
  numberForms(word)
    .map((form) => literally({ literal: [withoutAccent(form)] }))
    .join(' | ');

async function findAmong(
  executor: Executor,
  asked: ReadonlyMap<string, string>,
  conditions: readonly Condition[],
): Promise<ReadonlySet<string>> {
  if (asked.size === 0) return new Set();
  const { rows } = await sql<{ word: string }>`
    select asked.word from unnest(${[...asked.keys()]}::text[], ${[...asked.values()]}::text[]) as asked (word, query), lateral (
      select 1 from (
        -- By the text index, whatever the planner thinks of the conditions.
        select * from record_faces where search @@ asked.query::tsquery offset 0
      ) f where ${sql.join([...conditions], sql` and `)} limit 1
    ) found`.execute(executor);
  return new Set(rows.map(({ word }) => word));
}
