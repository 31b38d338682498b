import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import type { RemoteNode } from '../planner/trees.ts';

export interface LibraryInfo {
  readonly id: string;
  readonly name: string;
  /** Roles of this person in it; none for somebody who may only read. */
  readonly roles: readonly string[];
  readonly canUpload: boolean;
  /** It is archived: nobody writes in it, and `canUpload` is false. */
  readonly archived?: boolean;
  readonly hasDefaultLabels: boolean;
}

export interface SessionInfo {
  readonly userId: string;
  readonly name: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly organization: string;
  /** As in a feed's page. */
  readonly epoch: string;
}

export interface FeedPage {
  readonly mode: 'snapshot' | 'changes';
  readonly epoch: string;
  readonly nodes: readonly RemoteNode[];
  readonly gone: readonly string[];
  readonly cursor: string;
  readonly more: boolean;
}

/** Why a call failed, as far as the engine tells cases apart. */
export type RemoteErrorKind =
  /** No answer, or one that asks to retry later. */
  | 'offline'
  | 'unauthorized'
  /** Missing, or not visible. */
  | 'gone'
  /** Visible, but not allowed, or against a rule: a retry changes nothing. */
  | 'refused'
  /** The version was given up; a new operation is needed. */
  | 'errored'
  /** The cursor is older than what is kept. */
  | 'cursor'
  /** The bytes that were sent are not those that were announced. */
  | 'mismatch';

/** Our own code for an answer that our server never gives; its kind is `offline`. */
export const STRANGE_ANSWER = 'strange_answer';
/** The proxy wants a name and a password, or refuses those that it got. */
export const PROXY_PASSWORD = 'proxy_password';

/** Our own code for a document whose bytes are not those that the server announced; its kind is `mismatch`. */
export const WRONG_BYTES = 'wrong_bytes';

export class RemoteError extends Error {
  readonly kind: RemoteErrorKind;
  /** Stable code of the server, such as `labels_required`. */
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(kind: RemoteErrorKind, code: string, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'RemoteError';
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A version whose bytes are still to come. */
export interface PendingVersion {
  readonly recordId: string;
  readonly versionId: string;
  /** Key of the upload, given by the server. */
  readonly key: string;
}

export interface NewVersion {
  readonly record: string;
  readonly base: string;
  readonly name: string;
  readonly size: number;
  /** It seemed unfinished. */
  readonly unfinished?: Unfinished | undefined;
}

/** A new version whose bytes go with it, at `path` below the sync root. */
export interface SmallVersion extends NewVersion {
  readonly path: string;
  readonly sha256: string;
}

/** The fields of the wizard; missing where a folder's default labels make it unnecessary. */
export interface RecordFields {
  readonly title: string;
  readonly notes?: string | undefined;
  readonly group: string;
  readonly folder?: string | undefined;
  readonly state: number;
  readonly labels: readonly string[];
  readonly documentType?: string | undefined;
  readonly scope?: string | undefined;
}

/** A folder to be made; `parent` is missing directly in the library. */
export interface NewFolder {
  readonly parent: string | null;
  readonly name: string;
}

export interface NewRecord {
  readonly library: string;
  /** Folder id; `null` for the library's root. */
  readonly folder: string | null;
  readonly name: string;
  readonly size: number;
  /** Day of the file's last modification, `YYYY-MM-DD`. */
  readonly date: string;
  readonly title: string;
  readonly fields?: RecordFields | undefined;
  /** It seemed unfinished. */
  readonly unfinished?: Unfinished | undefined;
}

export interface Confirmation {
  readonly versionId: string;
  readonly sha256: string;
  readonly size: number;
}

export interface Confirmed {
  readonly version: VersionInfo;
  readonly outcome: 'current' | 'conflict';
  /** The version that is current now, ours or the one that came first. */
  readonly current: VersionInfo;
}

export interface VersionInfo {
  readonly id: string;
  readonly number: number;
  readonly sha256: string;
  readonly size: number;
}

/** A version with the bytes that are expected. */
export type VersionBytes = Omit<VersionInfo, 'number'>;

export interface WholeVersion {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RemoteError };

/** What the server has a content for. */
export interface KnownContent {
  /** Records that have or had it as a version. */
  readonly records: ReadonlySet<string>;
  /** A record in the bin has or had it, too. */
  readonly isDeleted: boolean;
}

/** By hash. */
export type KnownContents = ReadonlyMap<string, KnownContent>;

export interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  /** An upload begins at this byte: 0, or where an earlier attempt ended. */
  onStart?(bytes: number): void;
  /** Bytes done so far. */
  onProgress?(bytes: number): void;
}

/** A new record whose bytes go with it, at `path` below the sync root. */
export interface SmallRecord {
  readonly opId: string;
  readonly record: NewRecord;
  readonly path: string;
  /** Their first byte in that file; missing where they are the whole of it. */
  readonly at?: number | undefined;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

export interface SentRecord {
  readonly recordId: string;
  readonly confirmed: Confirmed;
}

/** The server. `opId` is sent as Idempotency-Key: with the same one the first answer is given again. */
export interface Remote {
  /** Up to this size a new version's bytes are sent with it, by `sendVersion`. */
  readonly wholeBytes: number;
  /**
   * Up to this size a new record's bytes are sent with it, by `sendRecords`. 0 where the server does not have that
   * call.
   */
  readonly wholeRecordBytes: number;
  session(): Promise<SessionInfo>;
  libraries(): Promise<readonly LibraryInfo[]>;
  changes(library: string, since: string | undefined): Promise<FeedPage>;
  /** The bytes of a version from `offset` on. */
  content(version: VersionBytes, offset: number, options: TransferOptions): AsyncIterable<Uint8Array>;
  /**
   * The bytes of many small versions, up to BUNDLE_MAX, each as it comes whole. Missing ones cannot be had this way:
   * requested by `content`, each gives its reason.
   */
  contents(versions: readonly VersionBytes[], options: TransferOptions): AsyncIterable<WholeVersion>;
  /** The ready versions of a record that this person may see. */
  versions(recordId: string): Promise<readonly VersionInfo[]>;
  /**
   * What the server has these contents for, by hash, as far as this person sees it, or saw it until it was deleted. A
   * server of an earlier release knows none.
   */
  knownContents(hashes: readonly string[]): Promise<KnownContents>;
  /** Ids of a record's conflict versions that are not settled. */
  openConflicts(recordId: string): Promise<readonly string[]>;
  /** "Usar esta versión": a new version with a conflict version's bytes, on `base`, which must be current. */
  promoteVersion(opId: string, versionId: string, base: string): Promise<void>;
  /** "Mantener esta versión": settles a conflict in favour of what is current. */
  keepVersion(opId: string, versionId: string): Promise<void>;
  createVersion(opId: string, version: NewVersion, token?: string): Promise<PendingVersion>;
  /**
   * A new version with its bytes, at most `wholeBytes`, made and confirmed in one call: all of it or nothing. Throws
   * `RemoteError` as the three separate calls do.
   */
  sendVersion(
    opId: string,
    version: SmallVersion,
    options: TransferOptions,
    token?: string,
  ): Promise<Confirmed>;
  createRecord(opId: string, record: NewRecord, token?: string): Promise<PendingVersion>;
  /**
   * New records with their bytes, each at most `wholeRecordBytes` and together within `BUNDLE_MAX`, made and confirmed
   * in one call. Each has a result of its own; a refused one leaves nothing behind. An `opId` that has made its record
   * before is answered with that record. Throws `RemoteError`, of the kind `gone` where the server does not have this
   * call.
   */
  sendRecords(
    records: readonly SmallRecord[],
    options: TransferOptions,
  ): Promise<readonly Result<SentRecord>[]>;
  /** Sends the file at `path` (below the sync root), from where an earlier attempt stopped. */
  upload(version: PendingVersion, path: string, size: number, options: TransferOptions): Promise<void>;
  confirm(opId: string, confirmation: Confirmation): Promise<Confirmed>;
  createFolder(opId: string, library: string, parent: string | null, name: string): Promise<{ id: string }>;
  /** Makes folders of one library, each in one that the server has. */
  createFolders(
    opId: string,
    library: string,
    folders: readonly NewFolder[],
  ): Promise<readonly Result<{ id: string }>[]>;
  moveFolder(opId: string, folder: string, parent: string | null, name: string): Promise<void>;
  /** Deletes an empty folder. Throws `RemoteError` with the code `not_empty` where something is in it. */
  deleteFolder(opId: string, folder: string): Promise<void>;
  moveRecord(opId: string, record: string, library: string, folder: string | null): Promise<void>;
  /** @param rev the revision that is renamed; `undefined` for the present one */
  renameRecord(opId: string, record: string, rev: number | undefined, name: string): Promise<void>;
}
