import type { Executor } from '../../platform/db/change.ts';
import { Vocabulary } from '../../platform/text/vocabulary.ts';
import { findTitleWords } from './title-words.queries.ts';

/** How many organizations' words are kept in memory at once; a large one has some ten thousand. */
const MOST_KEPT = 50;

/** Reads each organization's words once, and later only those that were added since. */
export function createVocabularies(db: Executor) {
  const kept = new Map<string, { vocabulary: Vocabulary; last: number }>();
  return {
    /** The words of an organization's titles, up to now. */
    async of(organization: string): Promise<Vocabulary> {
      const known = kept.get(organization) ?? { vocabulary: new Vocabulary(), last: 0 };
      const words = await findTitleWords(db, organization, known.last);
      for (const { word } of words) known.vocabulary.add(word);
      // A transaction that commits late may have an earlier number: the last few are read again.
      const last = Math.max(known.last, (words.at(-1)?.id ?? 0) - 1000);
      kept.delete(organization);
      kept.set(organization, { vocabulary: known.vocabulary, last });
      const oldest = kept.keys().next();
      if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value);
      return known.vocabulary;
    },
  };
}
