import type { ColumnType, Generated } from 'kysely';
import type { FILE_REQUEST_KINDS } from '#shared/file-requests/file-requests.schemas.ts';
import type { Moment, Uuid } from './columns.ts';

type MomentLater = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A link by which somebody without an account sends what is missing into a folder. */
export interface FileRequestsTable {
  id: Uuid;
  organization: Uuid;
  group_id: Uuid;
  folder_id: Uuid;
  kind: (typeof FILE_REQUEST_KINDS)[number];
  /** SHA-256 of the secret, base64url. */
  secret_hash: string;
  /** What is asked for. */
  title: string;
  max_files: number;
  max_bytes: number;
  created_by: Uuid;
  created_at: Moment;
  expires_at: Moment;
  revoked_at: MomentLater;
  revoked_by: Generated<Uuid | null>;
  /** The notification that tells its maker of what came, and since when. */
  notice_id: Generated<Uuid | null>;
  told_at: MomentLater;
}

/** A file that somebody began to send by a link: pending until it is received or given up. */
export interface FileRequestFilesTable {
  /** Also the key of its upload, and the operation that makes its document. */
  id: Uuid;
  request_id: Uuid;
  /** The page's own name for it. */
  operation: Uuid;
  name: string;
  type: string;
  size: number;
  /** How whoever sends it calls themself. */
  sender: string;
  comment: string;
  begun_at: Moment;
  /** When its bytes were last asked about or sent, to the minute. One that nobody touches frees its place. */
  touched_at: Moment;
  given_up_at: MomentLater;
  received_at: MomentLater;
  sha256: Generated<string | null>;
  version_id: Generated<Uuid | null>;
}

/** To whom a link was sent by mail. */
export interface FileRequestMailsTable {
  id: Uuid;
  organization: Uuid;
  request_id: Uuid;
  email: string;
  sent_at: Moment;
  sent_by: Uuid;
}
