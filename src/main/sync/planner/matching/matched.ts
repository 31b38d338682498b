import type { LocalEntry } from '../trees.ts';

/** Which local file or folder holds which synced node. */
export interface Matched {
  readonly entryOf: ReadonlyMap<string, LocalEntry>;
  /** Node id (or library id) by path. */
  readonly idOf: ReadonlyMap<string, string>;
  /**
   * Records whose file has a backup's name at the moment, and whose path is free: a program may be saving. Meanwhile
   * such a file is not new (`idOf` knows it), and its record is neither renamed nor gone.
   */
  readonly saving: ReadonlySet<string>;
  /** Those of them whose file lies beside its place under a name that is ignored: their program is still at work. */
  readonly aside: ReadonlySet<string>;
  /**
   * Paths of backups that a program left beside its document: they do not become documents, also when the document is
   * not known yet, or has gone since.
   */
  readonly backups: ReadonlySet<string>;
  /** Identity, by path, of hard links to a file that is a record under another name. */
  readonly secondNames: ReadonlyMap<string, string>;
}

/** Since when nodes have not been found, on the same scale as `now`, in milliseconds. */
export interface Absence {
  readonly now: number;
  /** By node id. A missing id: not found for the first time, or always found. */
  readonly since: ReadonlyMap<string, number>;
  /** By node id: since when its file lies aside (`Matched.aside`). */
  readonly asideSince?: ReadonlyMap<string, number>;
}

export interface MatchOptions {
  /** Path of each library's folder, by library id. */
  readonly libraries: ReadonlyMap<string, { readonly path: string }>;
  /** Whether an identity alone proves that it is the same file; otherwise its hash must confirm it. */
  readonly stableIdentity: boolean;
  /** Whether a file of this identity lies in a folder under a name that is ignored. */
  readonly keepsAside?: (folder: string, identity: string) => boolean;
  /** Without it everything that is missing counts as missing since now. */
  readonly absence?: Absence;
  /** Where files that were moved were seen last, by identity: their records keep the former place until that is sent. */
  readonly seenAt?: ReadonlyMap<string, string>;
  /** By node id, the identity of a file that was saved in place of the synced one, and is not sent yet. */
  readonly heirs?: ReadonlyMap<string, string>;
  /** By node id, the identity of another file that took a node's place while the node was seen elsewhere: no save of it. */
  readonly others?: ReadonlyMap<string, string>;
  /**
   * By node id, identities of files that were seen in its place since it was last found, newest first: its program had
   * saved them there.
   */
  readonly peeked?: ReadonlyMap<string, readonly string[]>;
  /** `secondNames` of the last comparison. */
  readonly secondNames?: ReadonlyMap<string, string>;
  /** Names, by identity, of files that were seen as backups before. */
  readonly knownBackups?: ReadonlyMap<string, string>;
}
