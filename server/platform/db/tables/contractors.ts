import type { Generated } from 'kysely';
import type { PartyKind } from '#shared/contractors/party.ts';
import type { Moment, Uuid } from './columns.ts';

/* Contractors, workers and sites. */

export interface PartiesTable {
  id: Uuid;
  organization: Uuid;
  group_id: Uuid;
  /** Its folder, which has its name. No other party has the same one. */
  folder_id: Uuid;
  kind: PartyKind;
  /** Whom a worker works for; null for one of the organization's own. */
  contractor: Uuid | null;
  rut: string | null;
  contact: string | null;
  email: string | null;
  phone: string | null;
  notes: string;
  /** Since when they no longer work here. */
  ended_at: Moment | null;
  created_by: Uuid;
  created_at: Moment;
  /** Grows with each change: the optimistic lock of edits. */
  rev: Generated<number>;
}

/** Who is assigned to which site. */
export interface PartySitesTable {
  organization: Uuid;
  site_id: Uuid;
  party_id: Uuid;
  created_by: Uuid;
  created_at: Moment;
}
