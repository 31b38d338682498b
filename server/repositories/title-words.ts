import type { Executor } from '../db/change.ts';

export interface TitleWord {
  readonly id: number;
  readonly word: string;
}

/** Words of an organization's titles that came after one, in the order in which they came. */
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
