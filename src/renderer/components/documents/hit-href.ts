import type { SearchItem } from '#shared/search/search.schemas.ts';

type Hit = Pick<SearchItem, '_id' | 'snippet' | 'snippetPage'>;

/** The page that the passage of a hit is from, and the word to look for there. Empty where it has no page. */
export function foundIn({ snippet, snippetPage }: Omit<Hit, '_id'>): { page?: string; find?: string } {
  if (snippetPage === undefined) return {};
  const find = snippet?.find(({ hit }) => hit)?.text;
  return { page: String(snippetPage), ...(find === undefined ? {} : { find }) };
}

/** The address of a found document: at its passage, where that has a page. */
export function hitHref(item: Hit): string {
  const query = new URLSearchParams(foundIn(item)).toString();
  return `/records/view/${item._id}${query && `?${query}`}`;
}
