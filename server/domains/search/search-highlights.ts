import type { SearchItem } from '#shared/search/search.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import { Highlighter, queryWords } from '../../platform/text/highlight.ts';
import { parseSearch } from '../../platform/text/query.ts';
import { stemsOf } from '../../platform/text/stems.ts';
import type { HitRow } from './search.queries.ts';
import { findPassages } from './texts/blob-texts.queries.ts';

export type Highlights = Pick<SearchItem, 'titleSegments' | 'snippet' | 'snippetPage'>;

/**
 * Marks the words that were asked for in each title, and gives a passage of the notes. Where neither has all words, a
 * passage of the content, which is read for these rows alone.
 */
export async function highlights(
  db: Executor,
  rows: readonly HitRow[],
  text: string | undefined,
): Promise<Highlights[]> {
  const terms = parseSearch(text ?? '');
  if (terms.length === 0) {
    return rows.map(() => ({}));
  }
  const marker = new Highlighter(terms, await stemsOf(db, queryWords(terms)));
  const stems = await stemsOf(
    db,
    rows.flatMap((row) => [...marker.candidates(row.title), ...marker.candidates(row.notes)]),
  );
  const marked = rows.map((row) => {
    const snippet = marker.snippet(row.notes, stems);
    return { titleSegments: marker.mark(row.title, stems), ...(snippet ? { snippet } : {}) };
  });
  const open = rows.filter((row, at) => !marked[at]?.snippet && !marker.covers(row.title, stems));
  const found = await passages(db, marker, open);
  return rows.map((row, at) => ({ ...found.get(row.record_id), ...marked[at] }));
}

async function passages(
  db: Executor,
  marker: Highlighter,
  rows: readonly HitRow[],
): Promise<Map<string, Highlights>> {
  const hits = rows.map(({ record_id: record, face }) => ({ record, face }));
  const found = await findPassages(db, hits, marker);
  const stems = await stemsOf(
    db,
    found.flatMap(({ text }) => marker.candidates(text)),
  );
  return new Map(
    found.flatMap(({ record, page, text }) => {
      const snippet = marker.snippet(text, stems);
      return snippet ? [[record, { snippet, ...(page === null ? {} : { snippetPage: page }) }]] : [];
    }),
  );
}
