import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import type { NoticeChoice } from '#shared/notifications/notification-types.ts';
import type { Day, Moment, MomentDefault, Uuid } from './columns.ts';

/* Notifications, audit, outbox, idempotency; desktops and their feed. */

export interface NotificationsTable {
  id: Uuid;
  organization: Uuid;
  user_id: Uuid;
  type: string;
  state: number;
  record_id: Uuid | null;
  version_id: Uuid | null;
  /** Null where no person caused it. */
  from_user: Uuid | null;
  /** What it is about where that is no record, and its library. */
  folder_id: Generated<Uuid | null>;
  group_id: Generated<Uuid | null>;
  /** The due day of an obligation that it is about. */
  occurrence_id: Generated<Uuid | null>;
  comment: Generated<string>;
  notify_at: Moment;
  created_at: MomentDefault;
  dismissed_at: Moment | null;
  /** When its mail was queued, or its digest sent. */
  mailed_at: Moment | null;
  /** For a reminder: what one call made, for any number of people. */
  series: Generated<Uuid | null>;
  /** For a reminder: when it was due and was handled, in whatever way. */
  handled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The day of the digest that it waits for. */
  digest_on: Generated<Day | null>;
  /** The day by which an answer is wanted. */
  due_on: Generated<Day | null>;
  /** The comment that it is about: its words are read from there. */
  comment_id: Generated<Uuid | null>;
}

/** A document, a folder with what lies below it, or a library that somebody follows. Exactly one of the three is set. */
export interface FollowsTable {
  id: Uuid;
  organization: Uuid;
  user_id: Uuid;
  record_id: Uuid | null;
  folder_id: Uuid | null;
  group_id: Uuid | null;
  created_at: Moment;
}

/** What somebody chose for a type of notification. Without a row the type's default holds. */
export interface NotificationPreferencesTable {
  organization: Uuid;
  user_id: Uuid;
  type: string;
  choice: NoticeChoice;
  updated_at: MomentDefault;
}

export interface AuditEventsTable {
  id: Uuid;
  organization: Uuid;
  actor: Uuid | null;
  action: string;
  target_type: string;
  target_id: Uuid;
  before: JSONColumnType<object, string | null, string | null> | null;
  after: JSONColumnType<object, string | null, string | null> | null;
  ip: string | null;
  at: MomentDefault;
}

export interface OutboxTable {
  id: Generated<number>;
  organization: Uuid | null;
  kind: string;
  payload: JSONColumnType<object, string, string>;
  /** Where it is given, the same message is never queued twice. */
  key: string | null;
  available_at: MomentDefault;
  attempts: Generated<number>;
  last_error: string | null;
  done_at: Moment | null;
}

export interface IdempotencyTable {
  user_id: Uuid;
  endpoint: string;
  key: string;
  body_hash: string;
  status: number;
  response: string;
  created_at: MomentDefault;
}

export interface ClientsTable {
  id: Uuid;
  organization: Uuid;
  user_id: Uuid;
  name: string;
  platform: string;
  /** Refresh family of the session that registered it. It ends when the desktop is revoked. */
  session: Uuid | null;
  created_at: MomentDefault;
  last_seen_at: MomentDefault;
  revoked_at: Moment | null;
}

export interface OperationsTable {
  id: Uuid;
  organization: Uuid;
  user_id: Uuid;
  client_id: Uuid;
  type: string;
  record_id: Uuid | null;
  base: Uuid | null;
  token_hash: string;
  expires_at: Moment;
  spent_at: Moment | null;
}

/** Records that left a library: deleted or moved away. Scope, authors and `was_published` say who could see them. */
export interface TombstonesTable {
  organization: Uuid;
  group_id: Uuid;
  node_id: Uuid;
  kind: 'record' | 'folder';
  scope: Scope | null;
  authors: Uuid[];
  was_published: boolean;
  seq: number;
  at: MomentDefault;
}
