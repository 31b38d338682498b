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
  /** Of the long secret in the mailed link. */
  secret_hash: string | null;
  tries: Generated<number>;
  expires_at: Moment;
}

/** Wrong codes of one kind for one account, within a day. */
export interface GuessesTable {
  subject: string;
  failures: number;
  began_at: Moment;
  blocked_until: Moment | null;
}

/** A browser or computer that somebody has signed in with. */
export interface KnownDevicesTable {
  /** Of the key that the device keeps. */
  hash: string;
  user_id: Uuid;
  first_at: Moment;
  last_at: Moment;
}

/** What somebody's authenticator app and the server both know. Codes are asked for once it is confirmed. */
export interface TotpTable {
  user_id: Uuid;
  /** Sealed under the key in `DATA_DIR/keys`. */
  secret: string;
  begun_at: Moment;
  confirmed_at: Moment | null;
  /** Time step of the last code that was taken: no code of it or of an earlier one is taken again. */
  last_step: number | null;
}

export interface RecoveryCodesTable {
  user_id: Uuid;
  hash: string;
  used_at: Moment | null;
}
