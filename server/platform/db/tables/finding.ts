import type { Generated } from 'kysely';
import type { Moment, Uuid } from './columns.ts';

/* Words of titles, for corrections; saved searches; how far the making anew of search vectors has come. */

export interface TitleWordsTable {
  id: Generated<number>;
  organization: Uuid;
  word: string;
}

/** How far search vectors of the first form were made anew. One row for each stage. */
export interface SearchRebuildTable {
  stage: 'contents' | 'records';
  /** The last hash or id that is done; empty before the first. */
  after: Generated<string>;
  finished: boolean;
}

export interface SavedSearchesTable {
  id: Uuid;
  organization: Uuid;
  user_id: Uuid;
  name: string;
  /** The name for comparison: two searches of one person may not have the same. */
  name_key: string;
  /** The search as a query string. */
  query: string;
  created_at: Moment;
}
