import type { Message, MessageDraft } from '#shared/realtime/messages.ts';
import type { RemoteNode, SyncedNode, SyncedRecord } from './trees.ts';

/**
 * Everything the engine needs from outside, and nothing more. The adapters stand behind these for real;
 * the simulation puts fakes behind them.
 */

export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly identity: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds of the epoch, by the disk's own clock; only ever compared with the clock of this computer. */
  readonly modifiedAt: number;
}

export type FilesErrorCode = 'exists' | 'missing' | 'full' | 'busy' | 'denied' | 'outside' | 'changed';

export class FilesError extends Error {
  readonly code: FilesErrorCode;

  constructor(code: FilesErrorCode, path: string) {
    super(`${code}: ${path}`);
    this.name = 'FilesError';
    this.code = code;
  }
}

/** The disk below the sync root. Paths are relative to it, with `/`; symbolic links are never followed. */
export interface Files {
  /** Whether an identity survives renames and is never given to a new file of other content. */
  readonly stableIdentity: boolean;
  /** The entries of a folder; `undefined` where there is none. */
  list(path: string): Promise<readonly FileEntry[] | undefined>;
  stat(path: string): Promise<FileEntry | undefined>;
  /** sha256 in lower-case hex. */
  hash(path: string): Promise<{ readonly sha256: string; readonly size: number }>;
  /** Makes the folder and those above it; one that is there is left as it is. */
  makeFolder(path: string): Promise<void>;
  /** Removes a folder that is empty but for other programs' own files; false where it is not. */
  removeFolder(path: string): Promise<boolean>;
  /** Moves a file or folder; raises `exists` rather than replace anything. */
  move(from: string, to: string): Promise<void>;
  /**
   * Puts a file in the place of another in one step; raises `changed` where the other is not the expected
   * one any more (a program that saves by renaming put a new file there).
   */
  replace(from: string, to: string, expected: string | undefined): Promise<void>;
  /** A second name for the same bytes, or a copy of them where the disk has no hard links. */
  link(from: string, to: string): Promise<void>;
  /** A copy, sharing blocks where the disk can. */
  copy(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Writes at `offset`, dropping what lies behind it, as chunks come. */
  write(path: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  readText(path: string): Promise<string | undefined>;
  writeText(path: string, text: string): Promise<void>;
  setWritable(path: string, writable: boolean): Promise<void>;
  syncFile(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
}

export interface LibraryInfo {
  readonly id: string;
  readonly name: string;
  readonly canUpload: boolean;
  readonly hasDefaultLabels: boolean;
}

export interface SessionInfo {
  readonly userId: string;
  readonly name: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly organization: string;
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
  /** No answer, or one that asks to come back: try again later. */
  | 'offline'
  | 'unauthorized'
  /** Not there, or not to be seen. */
  | 'gone'
  /** Seen, but not allowed, or against a rule: trying again changes nothing. */
  | 'refused'
  /** The version was given up; a new operation is needed. */
  | 'errored'
  /** The cursor is older than what is kept. */
  | 'cursor'
  /** The bytes that were sent are not those that were announced. */
  | 'mismatch';

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
  /** Name of the upload, given by the server. */
  readonly key: string;
}

export interface NewVersion {
  readonly record: string;
  readonly base: string;
  readonly name: string;
  readonly size: number;
}

/** What the wizard filled in; missing where a folder's default labels make the question needless. */
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
}

export interface Confirmation {
  readonly versionId: string;
  readonly sha256: string;
  readonly size: number;
}

export interface Confirmed {
  readonly version: VersionInfo;
  readonly outcome: 'current' | 'conflict';
  /** What is current now, ours or the one that came first. */
  readonly current: VersionInfo;
}

export interface VersionInfo {
  readonly id: string;
  readonly number: number;
  readonly sha256: string;
  readonly size: number;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RemoteError };

export interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes done so far. */
  onProgress?(bytes: number): void;
}

/** The server. `opId` travels as Idempotency-Key; the same one again gives the first answer again. */
export interface Remote {
  session(): Promise<SessionInfo>;
  libraries(): Promise<readonly LibraryInfo[]>;
  changes(library: string, since: string | undefined): Promise<FeedPage>;
  /** The bytes of a version from `offset` on. */
  content(
    version: { readonly id: string; readonly sha256: string },
    offset: number,
    options: TransferOptions,
  ): AsyncIterable<Uint8Array>;
  /** The ready versions of a record that this person may know of. */
  versions(recordId: string): Promise<readonly VersionInfo[]>;
  createVersion(opId: string, version: NewVersion, token?: string): Promise<PendingVersion>;
  createRecord(opId: string, record: NewRecord, token?: string): Promise<PendingVersion>;
  createRecords(opId: string, records: readonly NewRecord[]): Promise<readonly Result<PendingVersion>[]>;
  /** Sends the file at `path` (below the sync root); goes on where an earlier attempt stopped. */
  upload(version: PendingVersion, path: string, size: number, options: TransferOptions): Promise<void>;
  confirm(opId: string, confirmation: Confirmation): Promise<Confirmed>;
  confirmAll(opId: string, confirmations: readonly Confirmation[]): Promise<readonly Result<Confirmed>[]>;
  createFolder(opId: string, library: string, parent: string | null, name: string): Promise<{ id: string }>;
  moveFolder(opId: string, folder: string, parent: string | null, name: string): Promise<void>;
  moveRecord(opId: string, record: string, library: string, folder: string | null): Promise<void>;
  renameRecord(opId: string, record: string, rev: number, name: string): Promise<void>;
}

/** A call that has begun and must come to an end, however often the engine starts. */
export interface PendingOperation {
  readonly opId: string;
  readonly kind: 'version' | 'record';
  readonly library: string;
  /** Where the file was when it was spooled. */
  readonly path: string;
  readonly identity: string;
  /** Stamp of the local file whose bytes were spooled. */
  readonly stamp: string;
  readonly sha256: string;
  readonly size: number;
  /** The record, once it is known. */
  readonly recordId?: string | undefined;
  /** `version`: what the edit started from. */
  readonly base?: string | undefined;
  /** `record`: the folder (or library) that the file lies in, which the wizard may have changed. */
  readonly parent?: string | undefined;
  /** `record`: what is to be created. */
  readonly record?: NewRecord | undefined;
  readonly token?: string | undefined;
  /** Records that are created by one call, in this order. */
  readonly batch?: { readonly id: string; readonly position: number } | undefined;
  /** Set by the answer to the creation. */
  readonly pending?: PendingVersion | undefined;
}

export type HoldReason =
  /** 0 bytes. */
  | 'empty'
  /** Waits for the wizard on one of one's screens. */
  | 'new-file'
  /** A copy that keeps refused work; it waits for its person. */
  | 'copy'
  /** This person may not upload here. */
  | 'no-role'
  | 'locked'
  | 'occupied'
  | 'ignored'
  /** Gone from the server after it was restored: kept until somebody decides. */
  | 'gone-after-restore'
  | 'refused'
  | 'name';

export interface Hold {
  /** Identity of the local file, or id of the node. */
  readonly key: string;
  readonly reason: HoldReason;
  readonly path: string;
  readonly recordId?: string | undefined;
  /** The server's code or a sentence for people, where there is one. */
  readonly detail?: string | undefined;
}

/** Where a new file lies. */
export interface FileHome {
  readonly library: string;
  /** The nearest folder above it that the server knows, or the library. */
  readonly parent: string;
  /** Names of the folders between that one and the file, from the outermost inwards. */
  readonly missing: readonly string[];
  /** Bytes. */
  readonly size: number;
}

/** A hold that outlives a restart. */
export interface KeptHold extends Hold {
  /** Name of a new file among screens (`new file`, `create record`). */
  readonly localId: string;
  /** `new-file`: where it lies, for the wizard. */
  readonly home?: FileHome | undefined;
  /** sha256 of the held bytes; other bytes lift a refusal. */
  readonly sha256?: string | undefined;
}

export interface LibraryState {
  readonly id: string;
  readonly name: string;
  /** Folder below the sync root. */
  readonly path: string;
  readonly cursor: string | undefined;
  readonly epoch: string | undefined;
  /** The first comparison of both sides has come to its end. */
  readonly settledOnce: boolean;
}

export type JournalChange =
  | { readonly type: 'remote'; readonly node: RemoteNode }
  | { readonly type: 'remote gone'; readonly id: string }
  | { readonly type: 'synced'; readonly node: SyncedNode }
  | { readonly type: 'forget'; readonly id: string }
  | { readonly type: 'library'; readonly library: LibraryState }
  | { readonly type: 'library gone'; readonly id: string }
  | { readonly type: 'operation'; readonly operation: PendingOperation }
  | { readonly type: 'operation done'; readonly opId: string }
  | { readonly type: 'hold'; readonly hold: KeptHold }
  | { readonly type: 'hold lifted'; readonly key: string }
  /** A fetched file is about to be put in its place; told by its identity, which the move does not change. */
  | { readonly type: 'placing'; readonly node: SyncedRecord }
  | { readonly type: 'placed'; readonly identity: string }
  | { readonly type: 'meta'; readonly key: string; readonly value: string };

export interface JournalContent {
  readonly remote: Map<string, RemoteNode>;
  readonly synced: Map<string, SyncedNode>;
  readonly libraries: Map<string, LibraryState>;
  readonly operations: Map<string, PendingOperation>;
  readonly holds: Map<string, KeptHold>;
  /** By identity. */
  readonly placing: Map<string, SyncedRecord>;
  readonly meta: Map<string, string>;
}

/** The engine's memory. A commit is durable when it returns, and holds all of its changes or none. */
export interface Journal {
  load(): JournalContent;
  commit(changes: readonly JournalChange[]): void;
  close(): void;
}

/** Says where something may have changed. A hint only: the scan is the truth. */
export interface Watcher {
  start(onDirty: (path: string) => void, onError: (error: unknown) => void): Promise<void>;
  close(): Promise<void>;
}

/** Time on this computer, in milliseconds. */
export interface Clock {
  now(): number;
  /** When this computer was started, on the same scale. */
  bootedAt(): number;
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The two realtime channels of a desktop, already reduced: what arrives here is in order and legal. */
export interface Channel {
  start(handlers: ChannelHandlers): Promise<void>;
  send(message: MessageDraft): void;
  close(): Promise<void>;
}

export interface ChannelHandlers {
  onMessage(message: Message): void;
  /** Something may have been missed: fetch by HTTP, and say again what screens should know. */
  onReset(): void;
  /** This desktop was revoked by its person or an admin. */
  onRevoked(): void;
}
