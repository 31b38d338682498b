import type { RecordRef } from '#shared/documents/records.schemas.ts';
import { COUNT_EXACT_MAX, PAGE } from '#shared/platform/limits.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { SearchQuery, SearchResult } from '#shared/search/search.schemas.ts';
import { type Actor, isMember } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import {
  asSpelt,
  candidateWords,
  corrections,
  wordsForTexts,
  wordsOfTexts,
} from '../../platform/text/corrections.ts';
import { parseSearch } from '../../platform/text/query.ts';
import { Vocabulary } from '../../platform/text/vocabulary.ts';
import { canSeeEveryLibrary } from '../access/libraries.policy.ts';
import { lookup } from '../access/names.queries.ts';
import { hasGroup } from '../libraries/groups.queries.ts';
import { findByHash } from './copies.queries.ts';
import { presentFacets, presentHits, wanted } from './search.presenter.ts';
import { findByTitle, findHits, searchFaces } from './search.queries.ts';
import { searchConditions, searchMatch } from './search-conditions.queries.ts';
import { afterOf, type Position, searchCursor } from './search-cursor.ts';
import { highlights } from './search-highlights.ts';
import { findTextWordsAmong, findTitleWordsAmong } from './title-words.queries.ts';
import { createVocabularies } from './vocabularies.ts';

export function createSearchService({ db }: Deps) {
  const vocabularies = createVocabularies(db);

  /** @param corrected the text is a correction of what was typed: the cursor must keep it */
  async function pageOf(
    actor: Actor,
    query: SearchQuery,
    at: Position | null,
    corrected = at?.t !== undefined,
  ): Promise<SearchResult> {
    const match = searchMatch(query);
    const hasText = parseSearch(query.text ?? '').length > 0;
    const asked = query.sort ?? (hasText ? 'relevance' : '-date');
    const sort = asked === 'relevance' && !hasText ? '-date' : asked;
    const after = afterOf(at, sort);
    const limit = query.limit ?? PAGE.default;
    const counts = after === null && query.facets !== 'no';
    const conditions = await searchConditions(db, actor, query);
    const hits = await searchFaces(db, {
      organization: actor.organization,
      conditions,
      match,
      rank: searchMatch(query, 'rank'),
      sort,
      after,
      limit,
      counts,
    });
    const page = hits.items.slice(0, limit);
    const last = hits.items.length > limit ? page.at(-1) : undefined;
    const rows = await findHits(db, page);
    const names = await lookup(db, wanted(rows, hits.facets ?? []));
    const items = presentHits(rows, names, await highlights(db, rows, query.text));
    const counted =
      hits.total === null || hits.facets === null
        ? {}
        : {
            total: { count: Math.min(hits.total, COUNT_EXACT_MAX), more: hits.total > COUNT_EXACT_MAX },
            facets: presentFacets(hits.facets, names),
          };
    const text = corrected ? { t: query.text } : {};
    const nextCursor = last ? searchCursor.encode({ s: sort, v: last.key, r: last.record, ...text }) : null;
    return { items, nextCursor, ...counted };
  }

  /** The first correction that finds something the actor sees; null where none does. */
  async function corrected(actor: Actor, query: SearchQuery): Promise<SearchResult | null> {
    const text = query.text ?? '';
    const vocabulary = await vocabularies.of(actor.organization);
    // Corrections may use only words of documents that the actor sees. Otherwise they would reveal words of the others.
    const seen = await searchConditions(db, actor, {});
    const titles = new Vocabulary(await findTitleWordsAmong(db, candidateWords(text, vocabulary), seen));
    const texts = await wordsOfTexts(wordsForTexts(text, titles), (words) =>
      findTextWordsAmong(db, words, seen),
    );
    for (const word of texts) titles.add(word);
    const guesses = corrections(text, titles);
    for (const guess of guesses) {
      const result = await pageOf(actor, { ...query, text: guess.text }, null, true);
      if (result.items.length > 0) {
        return {
          ...result,
          corrected: asSpelt(guess, result.items.map(saidBy)),
        };
      }
    }
    return null;
  }

  return {
    /** A page of what the actor sees, with facets and total on the first. @throws invalid if the cursor is malformed */
    async search(actor: Actor, query: SearchQuery): Promise<SearchResult> {
      const at = searchCursor.decode(query.cursor);
      const result = await pageOf(actor, at?.t === undefined ? query : { ...query, text: at.t }, at);
      if (at !== null || result.items.length > 0) {
        return result;
      }
      return (await corrected(actor, query)) ?? result;
    },

    /**
     * Documents that the actor sees and that hold these bytes in a version shown to them. Knowing a hash gives no access.
     */
    byHash: (actor: Actor, sha256: string): Promise<RecordRef[]> => findByHash(db, actor, sha256),

    /** Whether a title is taken in a library, among the documents that the actor sees. @throws not_found */
    async byTitle(
      actor: Actor,
      group: string,
      title: string,
    ): Promise<{ taken: boolean; record?: { _id: string; title: string } }> {
      const known =
        isMember(actor, group) ||
        (canSeeEveryLibrary(actor) && (await hasGroup(db, actor.organization, group)));
      if (!known) {
        throw notFound();
      }
      const [found] = await findByTitle(db, group, sortKey(title), await searchConditions(db, actor, {}));
      return found ? { taken: true, record: { _id: found.record_id, title: found.title } } : { taken: false };
    },
  };
}

/** The words of a hit that are shown. */
const saidBy = ({ title, snippet = [] }: SearchResult['items'][number]): string =>
  [title, ...snippet.map(({ text }) => text)].join(' ');

export type SearchService = ReturnType<typeof createSearchService>;
