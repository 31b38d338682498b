import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { FileKind } from '#shared/domain/file-kinds.ts';
import type { LibraryRole } from '#shared/domain/roles.ts';
import type { Scope } from '#shared/domain/scopes.ts';
import type { RecordState } from '#shared/domain/states.ts';
import type { Face } from '#shared/domain/visibility.ts';
import type { VERSION_ORIGINS, VERSION_STATUS } from '#shared/schemas/version.ts';

type Uuid = string;
/** Moments come back as Date and go in as Date. */
type Moment = ColumnType<Date, Date | string, Date | string>;
type MomentDefault = ColumnType<Date, Date | string | undefined, Date | string>;
/** A calendar day as `YYYY-MM-DD`: the client's date parser is off for this type. */
type Day = string;

export interface OrganizationsTable {
  id: Uuid;
  name: string;
  tax_id: string | null;
  timezone: Generated<string>;
  settings: JSONColumnType<OrganizationSettings, string | undefined>;
  created_at: MomentDefault;
}

export interface OrganizationSettings {
  uploadLimit?: number;
  passwordMin?: number;
  /** This is the demo organization, and how far its making came. */
  demo?: 'making' | 'ready';
}

export interface UsersTable {
  id: Uuid;
  organization: Uuid;
  /** Lower case; belongs to one person per installation. */
  email: string;
  firstname: string;
  lastname: string;
  rut: string | null;
  department: Uuid | null;
  enabled: Generated<boolean>;
  is_admin: Generated<boolean>;
  is_manager: Generated<boolean>;
  /** Grows when membership or flags change: desktops then compare everything (sync feed). */
  access: Generated<number>;
  last_sign_in_at: Moment | null;
  created_at: MomentDefault;
}

export interface DepartmentsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  parent: Uuid | null;
  head: Uuid | null;
}

/** Libraries. The specification calls them groups. */
export interface GroupsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  name_key: string;
  description: Generated<string>;
  department: Uuid | null;
  default_labels: Generated<Uuid[]>;
  /** Grows with every change in the library, in the change's own transaction (sync feed). */
  seq: Generated<number>;
  /** Grows when scope or authors of one of its records change (sync feed). */
  access: Generated<number>;
  /** Tombstones up to this seq are purged: an older cursor cannot be answered (sync feed, 410). */
  feed_floor: Generated<number>;
  created_at: MomentDefault;
}

export interface GroupMembersTable {
  organization: Uuid;
  group_id: Uuid;
  user_id: Uuid;
  roles: LibraryRole[];
}

export interface FoldersTable {
  id: Uuid;
  organization: Uuid;
  group_id: Uuid;
  parent: Uuid | null;
  name: string;
  name_key: string;
  default_labels: Uuid[] | null;
  seq: number;
  rev: Generated<number>;
  created_at: MomentDefault;
}

export interface LabelsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  icon: string;
  parent: Uuid | null;
  groups: Generated<Uuid[]>;
}

export interface DocumentTypesTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  code: string;
  retention_years: number | null;
  review_months: number | null;
}

/** Identity, place, scope and pointers of a record; its metadata lie in record_faces. */
export interface RecordsTable {
  id: Uuid;
  organization: Uuid;
  group_id: Uuid;
  folder_id: Uuid | null;
  scope: Scope;
  /** Its first version's bytes have arrived. */
  ready: Generated<boolean>;
  current_version: Uuid | null;
  /** What readers are served; null again once deprecated, while the face stays as obsolete. */
  published_version: Uuid | null;
  next_number: Generated<number>;
  created_by: Uuid;
  created_at: MomentDefault;
  updated_at: MomentDefault;
  deleted_at: Moment | null;
  deleted_by: Uuid | null;
  rev: Generated<number>;
  /** The library's seq at its last change. */
  seq: number;
}

export interface RecordAuthorsTable {
  organization: Uuid;
  record_id: Uuid;
  user_id: Uuid;
  position: number;
}

/**
 * One row per record and face: the working copy, and the snapshot taken when a version was published.
 * Lists, search, sheet, feed and facets read these rows and nothing else; the visibility rule chooses which.
 * Place, scope, authors and readiness are copied here from `records` by one function (repositories/faces.ts).
 */
export interface RecordFacesTable {
  record_id: Uuid;
  face: Face;
  organization: Uuid;
  group_id: Uuid;
  folder_id: Uuid | null;
  scope: Scope;
  authors: Uuid[];
  created_by: Uuid;
  ready: boolean;
  deleted: boolean;
  version_id: Uuid | null;
  number: number | null;
  state: RecordState;
  title: string;
  name: string;
  disk_name: string;
  disk_key: string;
  notes: string;
  labels: Uuid[];
  document_type: Uuid | null;
  code: string | null;
  date: Day;
  issued_on: Day | null;
  valid_from: Day | null;
  expires_on: Day | null;
  next_review_on: Day | null;
  file_type: string;
  file_kind: FileKind;
  size: number;
  /** Title and name ready to be sorted by bytes (Spanish order: accents off, ñ after n). */
  title_sort: string;
  name_sort: string;
  /** Normalized texts of labels and authors, so that they are found too. */
  search_extra: string;
  search: ColumnType<string, never, never>;
  updated_at: Moment;
}

/** One name, one thing in every folder; see the migration. */
export interface PlacesTable {
  group_id: Uuid;
  parent: Uuid;
  key: string;
  node_id: Uuid;
}

export interface BlobsTable {
  sha256: string;
  size: number;
  created_at: MomentDefault;
}

export interface VersionsTable {
  id: Uuid;
  organization: Uuid;
  record_id: Uuid;
  /** Given when the bytes are confirmed; no gaps. */
  number: number | null;
  state: RecordState;
  status: (typeof VERSION_STATUS)[number];
  key: string;
  name: string;
  type: string;
  size: number | null;
  sha256: string | null;
  comment: Generated<string>;
  base: Uuid | null;
  on_stale: Generated<'refuse' | 'keep'>;
  conflict: Generated<boolean>;
  settled: Generated<boolean>;
  discarded: Generated<boolean>;
  /** It was published at some time: readers' lists of versions hold only these. */
  was_published: Generated<boolean>;
  origin: (typeof VERSION_ORIGINS)[number];
  operation: string | null;
  created_by: Uuid;
  created_at: MomentDefault;
  ready_at: Moment | null;
  last_byte_at: Moment | null;
}

export interface ReviewsTable {
  id: Uuid;
  organization: Uuid;
  record_id: Uuid;
  version_id: Uuid;
  from_state: RecordState;
  to_state: RecordState;
  comment: string;
  user_id: Uuid;
  at: MomentDefault;
}

export interface NotificationsTable {
  id: Uuid;
  organization: Uuid;
  user_id: Uuid;
  type: string;
  state: number;
  record_id: Uuid;
  version_id: Uuid | null;
  from_user: Uuid;
  comment: Generated<string>;
  notify_at: Moment;
  created_at: MomentDefault;
  dismissed_at: Moment | null;
  mailed_at: Moment | null;
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
  /** Refresh family of the session that registered it; it ends when the desktop is revoked. */
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

/** What left a library: deleted, moved away. Scope, authors and `was_published` say who knew it. */
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

/** One row: what this installation knows of itself. */
export interface InstallationTable {
  id: Generated<number>;
  /** Changes when the database was restored, or lost its last moments (sync feed). */
  epoch: string;
  created_at: MomentDefault;
}

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

export interface Schema {
  organizations: OrganizationsTable;
  users: UsersTable;
  departments: DepartmentsTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  folders: FoldersTable;
  labels: LabelsTable;
  document_types: DocumentTypesTable;
  records: RecordsTable;
  record_authors: RecordAuthorsTable;
  record_faces: RecordFacesTable;
  places: PlacesTable;
  blobs: BlobsTable;
  versions: VersionsTable;
  reviews: ReviewsTable;
  notifications: NotificationsTable;
  audit_events: AuditEventsTable;
  outbox: OutboxTable;
  idempotency: IdempotencyTable;
  clients: ClientsTable;
  operations: OperationsTable;
  tombstones: TombstonesTable;
  installation: InstallationTable;
  passwords: PasswordsTable;
  refresh_families: RefreshFamiliesTable;
  refresh_tokens: RefreshTokensTable;
  reset_codes: ResetCodesTable;
}
