import type { Generated } from 'kysely';
import type { Moment, Uuid } from './columns.ts';

/* What makes finding easier: words of titles, and kept searches. */

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
  /** By which two names of one person are the same. */
  name_key: string;
  /** The search as it stands in the address. */
  query: string;
  created_at: Moment;
}
