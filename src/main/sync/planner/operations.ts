import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import type { BlockedItem, FileHome } from '../ports/journal.ts';
import type { LocalFile, VersionRef } from './trees.ts';

/** What lay at a path when the plan was made. Executors check it again just before they commit. */
export interface Expected {
  readonly identity: string;
  readonly stamp: string;
  readonly sha256: string;
}

/**
 * The folder (or library) and name that both sides now agree on; missing where they do not, or where they are as
 * before.
 */
export interface Place {
  readonly parent: string;
  readonly name: string;
}

export type Operation =
  | {
      readonly kind: 'download';
      readonly id: string;
      readonly path: string;
      /** Where the path is on the server. Others may move the document while its bytes are fetched. */
      readonly place: { readonly library: string; readonly parent: string };
      readonly version: VersionRef;
      readonly writable: boolean;
      /** The file to be replaced; missing where the path must be free. */
      readonly expected: Expected | undefined;
    }
  | {
      readonly kind: 'upload version';
      readonly id: string;
      readonly path: string;
      readonly base: string;
      readonly expected: Expected;
      readonly unfinished?: Unfinished | undefined;
    }
  /** Sends a waiting content, because something else is about to change its document. */
  | { readonly kind: 'send waiting'; readonly id: string }
  | {
      readonly kind: 'create record';
      readonly library: string;
      readonly path: string;
      /** Folder id, or the library's id. */
      readonly parent: string;
      readonly expected: Expected;
      readonly size: number;
      readonly unfinished?: Unfinished | undefined;
    }
  /** Sends `new file`: a person has to fill in the wizard. */
  | {
      readonly kind: 'announce';
      readonly path: string;
      readonly home: FileHome;
      readonly expected: Expected;
    }
  | {
      readonly kind: 'create folder';
      readonly library: string;
      readonly path: string;
      /** Folder id, or the library's id; `undefined` where the same batch makes that folder, at the path above. */
      readonly parent: string | undefined;
      readonly name: string;
      readonly identity: string;
    }
  | { readonly kind: 'make folder'; readonly id: string; readonly path: string }
  | {
      readonly kind: 'adopt';
      readonly id: string;
      readonly path: string;
      readonly expected: Expected;
      readonly place: Place | undefined;
    }
  | {
      readonly kind: 'adopt folder';
      readonly id: string;
      readonly path: string;
      readonly place: Place | undefined;
    }
  | {
      readonly kind: 'move local';
      readonly id: string;
      readonly from: string;
      readonly to: string;
      /** Its person moved it, and may not. */
      readonly refused?: 'forbidden';
    }
  | {
      readonly kind: 'move remote';
      readonly id: string;
      readonly path: string;
      readonly library: string;
      readonly parent: string;
      readonly name: string;
    }
  /**
   * A folder that was moved to another library, where the server cannot move it: another one takes its place there, and
   * what it holds follows.
   */
  | {
      readonly kind: 'rehome folder';
      readonly id: string;
      readonly path: string;
      readonly library: string;
      readonly parent: string;
      readonly name: string;
      /** The server has a folder there already. */
      readonly existing: string | undefined;
    }
  /** Deletes a folder on the server whose contents were all moved to another library. */
  | { readonly kind: 'delete folder'; readonly id: string }
  | { readonly kind: 'remove copy'; readonly id: string; readonly path: string; readonly expected: Expected }
  /** A copy of it under a name that the person chose. */
  | {
      readonly kind: 'remove stray';
      readonly recordId: string;
      readonly path: string;
      readonly expected: Expected;
    }
  /** A folder that was deleted on the server. What is in it and not the server's goes to Retirados. */
  | {
      readonly kind: 'remove folder';
      readonly id: string;
      readonly path: string;
      readonly identity: string;
      /** It could not be removed before: what was put there since is moved too. */
      readonly leftBehind: boolean;
    }
  | { readonly kind: 'quarantine'; readonly id: string; readonly path: string; readonly library: string }
  /** Gives a local file another name: it stays as a copy that waits, or as a new file. */
  | {
      readonly kind: 'set aside';
      readonly path: string;
      readonly as: 'copy' | 'new file';
      readonly recordId: string | undefined;
    }
  /**
   * A program saved a document where the engine had moved it from: that file takes the place of the document's, and is an
   * edit there.
   */
  | {
      readonly kind: 'take save';
      readonly id: string;
      readonly from: string;
      readonly to: string;
      readonly expected: Expected;
      /** The document's file. */
      readonly replaced: Expected;
    }
  /** Moves a file that has a document's bytes to that document's place. */
  | {
      readonly kind: 'take';
      readonly id: string;
      readonly from: string;
      readonly to: string;
      readonly expected: Expected;
    }
  /**
   * Decides what becomes of a file that only a folder has which a backup or a copy brought: an earlier version of some
   * document is retired, its person's own work becomes a document, and anything else waits for its person.
   */
  | {
      readonly kind: 'sort';
      readonly path: string;
      readonly identity: string;
      /** Missing where the file is too large to be read. */
      readonly sha256: string | undefined;
      /** What was modified since is its person's own, in milliseconds of the epoch. */
      readonly since: number;
    }
  | { readonly kind: 'stop'; readonly id: string }
  /** Notes where the server has a node that its person removed from this computer. */
  | {
      readonly kind: 'follow';
      readonly id: string;
      readonly library: string;
      readonly parent: string;
      readonly name: string;
    }
  | { readonly kind: 'forget'; readonly id: string }
  /** Asks whether the server still knows the version that was synced. */
  | { readonly kind: 'verify'; readonly id: string }
  /** Asks which version of the record the local file is, if any. */
  | {
      readonly kind: 'identify';
      readonly id: string;
      readonly path: string;
      readonly expected: Expected;
      readonly otherwise: 'copy' | 'new file';
    }
  | {
      readonly kind: 'set writable';
      readonly id: string;
      readonly path: string;
      readonly writable: boolean;
    };

/** What is known of a file's bytes, for the check of the executors. */
export function expectedOf(entry: LocalFile, sha256: string): Expected {
  return { identity: entry.identity, stamp: entry.stamp, sha256 };
}

export type OperationKind = Operation['kind'];
export type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>;

/** A folder that was made here and holds no document yet. */
export interface EmptyFolder {
  readonly path: string;
  readonly reason:
    | 'empty-folder'
    /** Its person may not make folders there: they have no role for it, or the library is archived. */
    | 'empty-folder-no-role';
}

export interface Plan {
  /** Operations on different nodes and different paths: any order gives the same result. */
  readonly batch: readonly Operation[];
  readonly blocked: readonly BlockedItem[];
  /** A file is not settled yet: plan again soon. */
  readonly unsettled: boolean;
  readonly emptyFolders: readonly EmptyFolder[];
  /** Which nodes caused which operations, so that the next plan need not compare everything. */
  readonly origin?: PlanOrigin;
}

export interface PlanOrigin {
  /** Records for which something must be done, or which wait for a time. */
  readonly records: ReadonlySet<string>;
  /** The same for folders, and for files that are no records. */
  readonly others: boolean;
  /** The record of each blocked item; `undefined` for items without one. */
  readonly blocked: readonly (string | undefined)[];
  /** An operation was left out because another one uses its path. */
  readonly refused: boolean;
}
