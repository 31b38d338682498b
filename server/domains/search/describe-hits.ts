import type { SearchItem } from '#shared/search/search.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import { lookup } from '../access/names.queries.ts';
import { presentHits, wanted } from './search.presenter.ts';
import { findHits } from './search.queries.ts';

/** Documents that another list has found, in its order, shown as search shows them. */
export async function describeHits(
  executor: Executor,
  hits: readonly { record: string; face: string }[],
): Promise<SearchItem[]> {
  const rows = await findHits(executor, hits);
  const names = await lookup(executor, wanted(rows, []));
  return presentHits(
    rows,
    names,
    rows.map(() => ({})),
  );
}
