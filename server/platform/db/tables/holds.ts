import type { Generated } from 'kysely';
import type { Day, Moment, Uuid } from './columns.ts';

/* Legal holds and what lies under them. */

export interface HoldsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  reason: string;
  reference: string | null;
  /** Its last day, inclusive; null while it runs until somebody releases it. */
  until: Day | null;
  placed_by: Uuid;
  placed_at: Moment;
  released_by: Uuid | null;
  released_at: Moment | null;
  release_reason: string | null;
  rev: Generated<number>;
}

/** A document, a folder with all below, or a whole library: one of the three. */
export interface HoldItemsTable {
  id: Uuid;
  organization: Uuid;
  hold_id: Uuid;
  record_id: Uuid | null;
  folder_id: Uuid | null;
  group_id: Uuid | null;
  /** It lay under the hold and was moved away. */
  followed: Generated<boolean>;
  added_by: Uuid;
  added_at: Moment;
}
