import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import type { RemoteNode, SyncedNode, SyncedRecord } from '../planner/trees.ts';
import type { NewRecord, PendingVersion } from './remote.ts';

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
  /** Its writer seemed not to have finished when the bytes were kept. */
  readonly unfinished?: Unfinished | undefined;
  /** `version`: the bytes were written to this replaced file; the record's own file has nothing to do with them. */
  readonly replaced?: string | undefined;
  /** `record`: the server has said meanwhile that it is gone, or no longer to be seen. */
  readonly gone?: boolean | undefined;
  /** Set by the answer to the creation. */
  readonly pending?: PendingVersion | undefined;
}

/** A file that was replaced, or taken from its place: a program may still write into it through a handle. */
export interface ReplacedFile {
  /** In the folder of replaced files. */
  readonly name: string;
  readonly recordId: string;
  readonly library: string;
  /** Where it lay. */
  readonly path: string;
  /** The version that it held; missing where a release that did not note it set it aside. */
  readonly base: string | undefined;
  /** Bytes that the server is known to have of it. */
  readonly sha256: string;
  /** Under which it was found to hold those bytes; empty where it has to be looked at. */
  readonly stamp: string;
  /** When it was replaced, by this computer's date in milliseconds. */
  readonly since: number;
  /** What it held is no longer its person's to see: it is kept for less long. */
  readonly withdrawn: boolean;
}

export type BlockedReason =
  /** 0 bytes. */
  | 'empty'
  /** Waits for the wizard on one of one's screens. */
  | 'new-file'
  /** A copy that keeps refused work; it waits for its person. */
  | 'copy'
  /** Its bytes are a conflict version on the server; its person says which version is to stand. */
  | 'conflict'
  /** This person may not upload here. */
  | 'no-role'
  | 'locked'
  /** Saved again and again: its versions keep a distance. */
  | 'saving'
  /** It changes all the time. */
  | 'changing'
  /** A program holds it open for writing. */
  | 'open'
  /** It lacks its end by its own format. */
  | 'incomplete'
  | 'occupied'
  | 'ignored'
  /** A folder that the server gave up, with something in it that is in use or cannot be moved; tried again. */
  | 'left-behind'
  /** Gone from the server after it was restored: kept until somebody decides. */
  | 'gone-after-restore'
  | 'refused'
  | 'name'
  /** The system does not let its bytes, or what lies in it, be read. */
  | 'unreadable'
  /** The system does not let it be written there. */
  | 'denied'
  /** Another program has it. */
  | 'in-use'
  | 'too-deep'
  /** Longer than this disk takes. */
  | 'long-name'
  /** This disk does not take its name. */
  | 'disk-name'
  /** Larger than this disk takes. */
  | 'disk-file-size'
  /** What the server sent are not the bytes that it had told of. */
  | 'wrong-bytes'
  /** Any other error of the disk; `detail` names it. */
  | 'disk-error'

  /** The server tells of it what no disk can have. */
  | 'impossible';

export interface BlockedItem {
  /** Identity of the local file, id of the node, or of the conflict version. */
  readonly key: string;
  readonly reason: BlockedReason;
  readonly path: string;
  readonly recordId?: string | undefined;
  /** The server's code or a sentence for people, where there is one. */
  readonly detail?: string | undefined;
  /** The server's own sentence, where it said why. */
  readonly message?: string | undefined;
  /** Files inside that wait with it. */
  readonly inside?: number | undefined;
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

/** A blocked item that outlives a restart. */
export interface KeptBlockedItem extends BlockedItem {
  /** Name of a new file among screens (`new file`, `create record`). */
  readonly localId: string;
  /** `new-file`: where it lies, for the wizard. */
  readonly home?: FileHome | undefined;
  /** sha256 of the blocked bytes; other bytes lift a refusal. */
  readonly sha256?: string | undefined;
  /** A refused new file: where it was to be made. Another name, or another folder, lifts the refusal. */
  readonly asked?: { readonly parent: string; readonly name: string } | undefined;
}

export interface LibraryState {
  readonly id: string;
  readonly name: string;
  /** Folder below the sync root. */
  readonly path: string;
  /** device:inode of that folder, once it was seen. */
  readonly identity?: string | undefined;
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
  | { readonly type: 'blocked'; readonly item: KeptBlockedItem }
  | { readonly type: 'unblocked'; readonly key: string }
  /** A fetched file is about to be put in its place; told by its identity, which the move does not change. */
  | { readonly type: 'placing'; readonly node: SyncedRecord }
  | { readonly type: 'placed'; readonly identity: string }
  | { readonly type: 'replaced'; readonly file: ReplacedFile }
  | { readonly type: 'replaced gone'; readonly name: string }
  | { readonly type: 'meta'; readonly key: string; readonly value: string };

export interface JournalContent {
  readonly remote: Map<string, RemoteNode>;
  readonly synced: Map<string, SyncedNode>;
  readonly libraries: Map<string, LibraryState>;
  readonly operations: Map<string, PendingOperation>;
  readonly blocked: Map<string, KeptBlockedItem>;
  /** By identity. */
  readonly placing: Map<string, SyncedRecord>;
  /** By name. */
  readonly replaced: Map<string, ReplacedFile>;
  readonly meta: Map<string, string>;
}

/** The engine's memory. A commit is durable when it returns, and holds all of its changes or none. */
export interface Journal {
  load(): JournalContent;
  commit(changes: readonly JournalChange[]): void;
  close(): void;
}
