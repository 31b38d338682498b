import type { Generated } from 'kysely';
import type { Moment, Uuid } from './columns.ts';

/* Words of titles, for corrections, and saved searches. */

export interface TitleWordsTable {
  id: Generated<number>;
  organization: Uuid;
  word: string;
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
