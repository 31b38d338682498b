import { sortKey } from '#shared/platform/texts/sort-key.ts';

/** A title or a name for comparison: without accents, case and punctuation. */
export const foldTitle = (text: string): string =>
  sortKey(text)
    .replaceAll('n~', 'n')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
