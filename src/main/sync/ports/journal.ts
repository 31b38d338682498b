import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import type { RemoteNode, SyncedNode, SyncedRecord } from '../planner/trees.ts';
import type { NewRecord, PendingVersion } from './remote.ts';

/** A call that has begun and must be finished, however often the engine restarts. */
export interface PendingOperation {
  readonly opId: string;
  readonly kind: 'version' | 'record';
  readonly library: string;
  /** Where the file was when its bytes were copied. */
  readonly path: string;
  readonly identity: string;
  /** Stamp of the local file whose bytes were copied. */
  readonly stamp: string;
  readonly sha256: string;
  readonly size: number;
  /** The copy of the bytes lies in this pack (`packPath`), from this byte on; missing where it is a file of its own. */
  readonly pack?: { readonly id: string; readonly at: number } | undefined;
  /** The record, once it is known. */
  readonly recordId?: string | undefined;
  /** `version`: what the edit started from. */
  readonly base?: string | undefined;
  /** `record`: the folder (or library) that the file lies in, which the wizard may have changed. */
  readonly parent?: string | undefined;
  /** `record`: what is to be created. */
  readonly record?: NewRecord | undefined;
  /** `record`: where the file lay, if elsewhere than the document was begun. */
  readonly asked?: KeptBlockedItem['asked'];
  /** `record`: the document was begun with other bytes, which are given up. */
  readonly instead?: PendingVersion | undefined;
  readonly token?: string | undefined;
  /** It seemed unfinished when its bytes were copied. */
  readonly unfinished?: Unfinished | undefined;
  /** `version`: the bytes were written to this replaced file; the record's own file is not concerned. */
  readonly replaced?: string | undefined;
  /** `record`: the feed said meanwhile that it is gone, or not visible any more. */
  readonly gone?: boolean | undefined;
  /** Set by the answer to the creation. */
  readonly pending?: PendingVersion | undefined;
}

/** A file that was replaced, or moved from its place: a program may still write into it through a handle. */
export interface ReplacedFile {
  /** In the folder of replaced files. */
  readonly name: string;
  readonly recordId: string;
  readonly library: string;
  /** Where it lay. */
  readonly path: string;
  /** The version that it held; missing where an earlier release set it aside. */
  readonly base: string | undefined;
  /** The bytes that the server is known to have. */
  readonly sha256: string;
  /** The stamp with which it had those bytes; empty where it must be checked. */
  readonly stamp: string;
  /** When it was replaced, by this computer's date in milliseconds. */
  readonly since: number;
  /** Its person may not see its content any more, so it is kept for a shorter time. */
  readonly withdrawn: boolean;
}

/**
 * A place that the engine itself has left free: it moved a document's file from there, because the server has it elsewhere.
 * A program that has the document open may still save it there.
 */
export interface VacatedPlace {
  /** Of the file, below the sync root. */
  readonly path: string;
  readonly recordId: string;
  /** When, by this computer's date in milliseconds. */
  readonly at: number;
  /** A file that belongs to no document came here in time, and is still here. */
  readonly found?: true | undefined;
  /** What the file held when it left, where another version was fetched since: a save here starts from that one. */
  readonly base?: { readonly versionId: string; readonly sha256: string } | undefined;
  /** sha256 of the save that was taken from here last. */
  readonly taken?: string | undefined;
}

export type BlockedReason =
  /** 0 bytes. */
  | 'empty'
  /** Waits for the wizard on a screen of its person. */
  | 'new-file'
  /** A copy that keeps refused work; it waits for its person. */
  | 'copy'
  /** It was in a folder that its person took for the right one, and the server does not have it there. */
  | 'only-here'
  /** Its bytes are a conflict version on the server; its person chooses a version. */
  | 'conflict'
  /** This person may not upload here. */
  | 'no-role'
  | 'locked'
  /** Saved again and again: its versions keep a distance. */
  | 'saving'
  /** It has the bytes of a version that the server knows: it waits for a moment, since a backup would bring others too. */
  | 'earlier'
  /** It changes all the time. */
  | 'changing'
  /** A program has it open for writing. */
  | 'open'
  /** It is incomplete by its own format. */
  | 'incomplete'
  | 'occupied'
  | 'ignored'
  /** A folder that was deleted on the server, with something in it that is in use or cannot be moved; tried again. */
  | 'left-behind'
  /** Gone from the server after it was restored: kept until somebody decides. */
  | 'gone-after-restore'
  | 'refused'
  | 'name'
  /** The system does not allow its bytes, or its entries, to be read. */
  | 'unreadable'
  /** A folder on its way, such as its library's, is a symbolic link: nothing is read or written through one. */
  | 'linked'
  /** The system does not allow writing there. */
  | 'denied'
  /** Another program has it open. */
  | 'in-use'
  | 'too-deep'
  /** Longer than this disk allows. */
  | 'long-name'
  /** This disk does not allow its name. */
  | 'disk-name'
  /** There is no room for it on the disk. */
  | 'no-space'
  /** Larger than this disk allows. */
  | 'disk-file-size'
  /** The server sent other bytes than it had announced. */
  | 'wrong-bytes'
  /** Any other error of the disk; `detail` names it. */
  | 'disk-error'

  /** The server names something that no disk can hold. */
  | 'impossible';

export interface BlockedItem {
  /** Identity of the local file, id of the node, or of the conflict version. */
  readonly key: string;
  readonly reason: BlockedReason;
  readonly path: string;
  readonly recordId?: string | undefined;
  /** The server's code, or a sentence for people. */
  readonly detail?: string | undefined;
  /** The server's own sentence, where it gave a reason. */
  readonly message?: string | undefined;
  /** `no-space`: how many bytes it has to write, where that is known. */
  readonly bytes?: number | undefined;
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
  /** The name of a new file in messages to screens (`new file`, `create record`). */
  readonly localId: string;
  /** `new-file`: where it lies, for the wizard. */
  readonly home?: FileHome | undefined;
  /** sha256 of the blocked bytes. With other bytes a refusal ends. */
  readonly sha256?: string | undefined;
  /** A refused new file: where it was to be made. With another name or folder the refusal ends. */
  readonly asked?: { readonly parent: string; readonly name: string } | undefined;
  /** A refused new file: the document that was begun on the server, which has its name there. */
  readonly begun?: BegunRecord | undefined;
  /** What it was refused for has ended: it is tried again. */
  readonly again?: boolean | undefined;
}

/** A document of which the server has the fields, and perhaps a part of the bytes. */
export interface BegunRecord {
  readonly opId: string;
  readonly pending: PendingVersion;
  readonly record: NewRecord;
  /** The bytes of which a part has come; missing where they are not known. */
  readonly sha256?: string | undefined;
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
  /** The first comparison of both sides was completed. */
  readonly settledOnce: boolean;
  /**
   * The folder may hold what a backup or a copy brought, such as documents under earlier names, until both sides were
   * compared once. What was written since this time, in milliseconds of the epoch, is its person's own; what else only
   * the folder has came with it.
   */
  readonly startedOver?: number | undefined;
  /** Roles of this person in it when everything that follows from them was done. */
  readonly roles?: readonly string[] | undefined;
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
  /** A fetched file is about to be moved to its place. It is known by its identity, which the move does not change. */
  | { readonly type: 'placing'; readonly node: SyncedRecord }
  | { readonly type: 'placed'; readonly identity: string }
  | { readonly type: 'replaced'; readonly file: ReplacedFile }
  | { readonly type: 'replaced gone'; readonly name: string }
  | { readonly type: 'vacated'; readonly place: VacatedPlace }
  | { readonly type: 'vacated gone'; readonly path: string }
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
  /** By path. */
  readonly vacated: Map<string, VacatedPlace>;
  readonly meta: Map<string, string>;
}

/** The engine's memory on disk. A commit is durable when it returns, and has all of its changes or none. */
export interface Journal {
  load(): JournalContent;
  commit(changes: readonly JournalChange[]): void;
  close(): void;
}
