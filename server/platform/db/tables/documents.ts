import type { ColumnType, Generated } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import type { RecordState } from '#shared/access/states.ts';
import type { Face } from '#shared/access/visibility.ts';
import type { NoTextReason, TextStatus } from '#shared/documents/file-texts.ts';
import type { Unfinished, VERSION_ORIGINS, VERSION_STATUS } from '#shared/documents/versions.schemas.ts';
import type { FileKind } from '#shared/platform/files/file-kinds.ts';
import type { Day, Moment, MomentDefault, Uuid } from './columns.ts';

/* Folders, records with their faces and versions, contents, reviews. */

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

/** Identity, place, scope and pointers of a record. Its metadata are in record_faces. */
export interface RecordsTable {
  id: Uuid;
  organization: Uuid;
  group_id: Uuid;
  folder_id: Uuid | null;
  scope: Scope;
  /** The bytes of its first version have arrived. */
  ready: Generated<boolean>;
  current_version: Uuid | null;
  /** The version that readers are served. Null again once it is made obsolete, while the face stays as obsolete. */
  published_version: Uuid | null;
  next_number: Generated<number>;
  created_by: Uuid;
  created_at: MomentDefault;
  updated_at: MomentDefault;
  deleted_at: Moment | null;
  deleted_by: Uuid | null;
  /** Until when an admin keeps it although its period is over, and why. */
  retain_until: Day | null;
  retain_reason: string | null;
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
 * One row per record and face: the working copy, and the snapshot that was taken when a version was published. Lists,
 * search, sheet, feed and facets read these rows only; the visibility rule chooses which. Place, scope, authors and
 * readiness are copied here from `records` by one function (domains/documents/faces/face-writer.queries.ts).
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
  /** Title and name in a form that sorts by bytes in Spanish order (no accents, ñ after n). */
  title_sort: string;
  name_sort: string;
  /** Normalized texts of labels and authors: search finds a document by them too. */
  search_extra: string;
  /** The search vector: title, names and notes, and the words of the version that it shows. Written by a trigger. */
  search: ColumnType<string, never, never>;
  /** The part of the vector without the words of the version. */
  search_head: ColumnType<string, never, never>;
  updated_at: Moment;
}

/** Names on disk: one node for each name in every folder; see the migration. */
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
  text_status: Generated<TextStatus>;
  text_reason: NoTextReason | null;
  /** Only the beginning of the text was stored. */
  text_truncated: Generated<boolean>;
  /** The version of the extractors that read it. */
  text_extractor: number | null;
  text_tries: Generated<number>;
  text_due_at: MomentDefault;
  /** Who uploaded it first; all zeros for nobody's. */
  text_by: Generated<Uuid>;
}

/** See storage/blocks.ts. */
export interface ContentBlocksTable {
  sha256: string;
  hashes: Uint8Array;
}

export interface UploadLocksTable {
  key: string;
  holder: Uuid;
  expires_at: Moment;
  wanted: Generated<boolean>;
}

/** Contents that were found damaged and have not been whole since. */
export interface DamagedContentsTable {
  sha256: string;
  found_at: MomentDefault;
}

/** The extracted words of contents, as index entries. */
export interface BlobTextsTable {
  sha256: string;
  search: string;
}

/** The extracted text of contents, in pieces in order; `page` where the format has pages. */
export interface BlobPiecesTable {
  sha256: string;
  at: number;
  page: number | null;
  text: string;
}

export interface VersionsTable {
  id: Uuid;
  organization: Uuid;
  record_id: Uuid;
  /** Given when the bytes are confirmed; without gaps. */
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
  /** It was published at some time: readers' lists of versions show only these. */
  was_published: Generated<boolean>;
  origin: (typeof VERSION_ORIGINS)[number];
  operation: string | null;
  created_by: Uuid;
  created_at: MomentDefault;
  ready_at: Moment | null;
  last_byte_at: Moment | null;
  /** How many bytes the upload will have, where the client told. Counted while it is pending. */
  announced: Generated<number | null>;
  /** Why its file seemed unfinished when it was uploaded; null where it did not. */
  unfinished: Generated<Unfinished | null>;
  /** How somebody without an account called themself who sent it by a link; null for all others. */
  sender: Generated<string | null>;
  /** What that link asked for. */
  sent_for: Generated<string | null>;
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

/** A comment on a version. `quote` is null where it is about a whole page, or about the version as a whole. */
export interface CommentsTable {
  id: Uuid;
  organization: Uuid;
  record_id: Uuid;
  version_id: Uuid;
  text: string;
  quote: string | null;
  /** What stands before and after the quote. */
  prefix: Generated<string>;
  suffix: Generated<string>;
  page: number | null;
  user_id: Uuid;
  at: Moment;
  edited_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  resolved_by: Generated<Uuid | null>;
  resolved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  rev: Generated<number>;
  /** The comment that starts the thread; null for that one itself. */
  parent_id: Generated<Uuid | null>;
  /** Who is named in it. */
  mentions: Generated<Uuid[]>;
}

/** A request for the review or publication of one version. It ends when that version is decided. */
export interface ReviewRequestsTable {
  id: Uuid;
  organization: Uuid;
  record_id: Uuid;
  version_id: Uuid;
  kind: 'review' | 'publication';
  /** The people who were named; empty means all who hold the role. */
  asked: Uuid[];
  asked_by: Uuid;
  message: string;
  due_on: Day | null;
  created_at: Moment;
  ended_at: Moment | null;
}
