import type { Generated } from 'kysely';
import type { Moment, MomentDefault, Uuid } from './columns.ts';

/* The embedded user pool. */

export interface PasswordsTable {
  user_id: Uuid;
  hash: string;
  /** Set by an admin or the seed: its person chooses one of their own at the first sign-in. */
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
  /** When its successor was issued. For a moment after that the same successor is given again. */
  used_at: Moment | null;
  successor: string | null;
}

export interface ResetCodesTable {
  user_id: Uuid;
  code_hash: string;
  /** The hash of the long secret in the mailed link. */
  secret_hash: string | null;
  tries: Generated<number>;
  expires_at: Moment;
}

/** How somebody who has never signed in sets their first password without a mail. */
export interface AccessLinksTable {
  user_id: Uuid;
  /** The hash of the long secret in the link. */
  secret_hash: string;
  made_by: Uuid | null;
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
  /** The hash of the key that the device keeps. */
  hash: string;
  user_id: Uuid;
  first_at: Moment;
  last_at: Moment;
}

/** The secret that somebody's authenticator app shares with the server. Codes are required once it is confirmed. */
export interface TotpTable {
  user_id: Uuid;
  /** Sealed under the key in `DATA_DIR/keys`. */
  secret: string;
  begun_at: Moment;
  confirmed_at: Moment | null;
  /** Time step of the last accepted code: no code of it or of an earlier step is accepted again. */
  last_step: number | null;
}

export interface RecoveryCodesTable {
  user_id: Uuid;
  hash: string;
  used_at: Moment | null;
}
