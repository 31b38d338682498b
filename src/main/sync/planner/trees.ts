import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { FOLDER_DEPTH_MAX, UPLOAD_LIMIT_BYTES } from '#shared/platform/limits.ts';

/**
 * The three trees of docs/protocols/sync.md: what the server has (Remote), what both sides last agreed on (Synced) and
 * what lies on the disk (Local). Remote and Synced are keyed by id and name their parent by id; paths are derived,
 * never stored. A library is the root of its nodes: its id stands as the parent of what lies directly in it.
 */

export interface VersionRef {
  readonly id: string;
  readonly number: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

interface NodePlace {
  readonly id: string;
  readonly library: string;
  /** Folder id, or the library's id. */
  readonly parent: string;
  /** Name on the disk. */
  readonly name: string;
}

export interface RemoteFolder extends NodePlace {
  readonly kind: 'folder';
  readonly hasDefaultLabels: boolean;
  /** What people call it, where disks do not take that. */
  readonly title?: string | undefined;
}

export interface RemoteRecord extends NodePlace {
  readonly kind: 'record';
  readonly version: VersionRef;
  /** Whether this person may add a version. */
  readonly writable: boolean;
  readonly rev: number;
}

export type RemoteNode = RemoteFolder | RemoteRecord;

export interface SyncedFolder extends NodePlace {
  readonly kind: 'folder';
  readonly identity: string;
  /** Removed on this computer: not made again until it is asked for. */
  readonly stopped: boolean;
  /**
   * Its person moved it to another library, where another folder took its place. What it held is on its way there; then
   * it is deleted on the server.
   */
  readonly left?: true | undefined;
}

export interface SyncedRecord extends NodePlace {
  readonly kind: 'record';
  readonly versionId: string;
  readonly sha256: string;
  readonly size: number;
  /** device:inode of the file that holds it. */
  readonly identity: string;
  /** Size and times when its hash was computed. An equal stamp means equal bytes. */
  readonly stamp: string;
  readonly writable: boolean;
  /** Removed on this computer ("Dejar de sincronizar"). */
  readonly stopped: boolean;
  /** The server's epoch has changed since: the server must be asked whether it still knows this version. */
  readonly unsure: boolean;
}

export type SyncedNode = SyncedFolder | SyncedRecord;

export interface LocalFolder {
  readonly kind: 'folder';
  /** Relative to the sync root, `/` between names. */
  readonly path: string;
  readonly name: string;
  readonly identity: string;
}

export interface LocalFile {
  readonly kind: 'file';
  readonly path: string;
  readonly name: string;
  readonly identity: string;
  readonly stamp: string;
  readonly size: number;
  /** Missing while the file is being written, or is not hashed yet. */
  readonly sha256: string | undefined;
  /** Left alone for long enough to be uploaded. */
  readonly settled: boolean;
  /** Uploaded though it seems unfinished. */
  readonly unfinished?: Unfinished | undefined;
  /** An office program has a live lock file for it. */
  readonly locked: boolean;
}

export type LocalEntry = LocalFolder | LocalFile;

export type RemoteTree = ReadonlyMap<string, RemoteNode>;
export type SyncedTree = ReadonlyMap<string, SyncedNode>;
/** By path. */
export type LocalTree = ReadonlyMap<string, LocalEntry>;

/** Our server has no deeper folders, and some disks allow no longer paths: deeper nodes of a server are refused. */
export const DEEPEST = 2 * FOLDER_DEPTH_MAX;

/** Whether no server takes so many bytes: they are neither read nor copied. */
export const isTooLarge = ({ size }: { readonly size: number }): boolean => size > UPLOAD_LIMIT_BYTES;

/** The path's folder; empty for the root itself. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** The last name of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins a folder's path and a name. */
export function joinPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}/${name}`;
}

/** A key that is equal for paths that cannot exist beside each other on every disk. */
export function placeKey(path: string): string {
  return joinPath(clashKey(parentPath(path)), clashKey(baseName(path)));
}

/** A key that is equal for names that cannot exist beside each other in a folder of the server. */
export function serverPlaceKey(parent: string, name: string): string {
  return `${parent}/${clashKey(name)}`;
}
