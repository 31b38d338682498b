import type { ColumnType, Generated } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import type { RecordState } from '#shared/access/states.ts';
import type { Face } from '#shared/access/visibility.ts';
import type { NoTextReason, TextStatus } from '#shared/documents/file-texts.ts';
import type { Unfinished, VERSION_ORIGINS, VERSION_STATUS } from '#shared/documents/versions.schemas.ts';
import type { FileKind } from '#shared/platform/file-kinds.ts';
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
  /** An admin keeps it until then although its period is over, and why. */
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
 * One row per record and face: the working copy, and the snapshot taken when a version was published.
 * Lists, search, sheet, feed and facets read these rows and nothing else; the visibility rule chooses which.
 * Place, scope, authors and readiness are copied here from `records` by one function (domains/documents/faces/faces.queries.ts).
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
  /** What it is found by: its sheet, and the words of the version that it shows. Written by a trigger. */
  search: ColumnType<string, never, never>;
  /** The sheet's part of it. */
  search_head: ColumnType<string, never, never>;
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
  text_status: Generated<TextStatus>;
  text_reason: NoTextReason | null;
  /** Only the beginning was kept. */
  text_truncated: Generated<boolean>;
  /** Which edition of the extractors read it. */
  text_extractor: number | null;
  text_tries: Generated<number>;
  text_due_at: MomentDefault;
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

/** Contents that were found damaged and not whole since. */
export interface DamagedContentsTable {
  sha256: string;
  found_at: MomentDefault;
}

/** Words of contents that were read, ready to be found. */
export interface BlobTextsTable {
  sha256: string;
  search: string;
}

/** Their text, in pieces in order; `page` where it has pages. */
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
  /** Bytes that it is to bring, where they were told; counted while it is pending. */
  announced: Generated<number | null>;
  /** Why its file seemed unfinished when it was taken up; null where it did not. */
  unfinished: Generated<Unfinished | null>;
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

/** Somebody asked for a review or a publication of one version; it ends when that version is decided. */
export interface ReviewRequestsTable {
  id: Uuid;
  organization: Uuid;
  record_id: Uuid;
  version_id: Uuid;
  kind: 'review' | 'publication';
  /** By name; empty means all who hold the role. */
  asked: Uuid[];
  asked_by: Uuid;
  message: string;
  due_on: Day | null;
  created_at: Moment;
  ended_at: Moment | null;
}
