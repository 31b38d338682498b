import type { SearchItem } from '#shared/search/search.schemas.ts';
import styles from './record-table.module.css';

/** A text with the matches of the search highlighted. */
export function Segments({ segments }: { segments: NonNullable<SearchItem['snippet']> }) {
  return segments.map(({ text, hit }, at) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
      <mark key={at} className={styles.hit}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
