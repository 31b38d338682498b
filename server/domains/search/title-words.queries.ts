import { sql } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
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
export async function findTitleWordsAmong(
  executor: Executor,
  words: readonly string[],
  conditions: readonly Condition[],
): Promise<ReadonlySet<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ word: string }>`
    select asked.word from unnest(${words}::text[]) as asked (word), lateral (
      select 1 from (
        -- By the text index, whatever the planner thinks of the conditions.
        select * from record_faces where search @@ ('''=' || asked.word || '''')::tsquery offset 0
      ) f where ${sql.join([...conditions], sql` and `)} limit 1
    ) found`.execute(executor);
  return new Set(rows.map(({ word }) => word));
}
