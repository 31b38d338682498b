import type { Generated } from 'kysely';
import type { Moment, MomentDefault, Uuid } from './columns.ts';

/* The embedded user pool. */

export interface PasswordsTable {
  user_id: Uuid;
  hash: string;
  /** Set by an admin or the seed: its person chooses an own one at the first sign-in. */
  temporary: boolean;
  changed_at: MomentDefault;
}

/** One signed-in client. Its refresh tokens follow each other; a reused one ends the family. */
export interface RefreshFamiliesTable {
  id: Uuid;
  organization: Uuid;
  user_id: Uuid;
  client: string;
  device: string | null;
  created_at: MomentDefault;
  last_used_at: MomentDefault;
  expires_at: Moment;
  revoked_at: Moment | null;
  revoked_why: string | null;
}

export interface RefreshTokensTable {
  hash: string;
  family_id: Uuid;
  created_at: MomentDefault;
  /** When its successor was issued; it is answered again for a moment after that. */
  used_at: Moment | null;
  successor: string | null;
}

export interface ResetCodesTable {
  user_id: Uuid;
  code_hash: string;
  tries: Generated<number>;
  expires_at: Moment;
}
