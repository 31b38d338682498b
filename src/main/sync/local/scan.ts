import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import type { LocalTree } from '../planner/trees.ts';
import type { LocalLock } from './folder-locks.ts';
import type { NotSynced } from './not-synced.ts';
import type { Unread } from './unread.ts';

/** What a scan found on the disk. */
export interface Scan {
  /** Valid until the next scan. */
  readonly tree: LocalTree;
  readonly locks: readonly LocalLock[];
  /** When the next file will have settled, on the clock's scale. */
  readonly nextSettled: number | undefined;
  /** Folders of libraries that do not exist. */
  readonly missingRoots: readonly string[];
  /** What is neither file nor folder, such as a symbolic link. It is left alone, but its name is taken. */
  readonly obstacles: readonly string[];
  /** Files that are waited for longer than the settle time, because they seem unfinished. */
  readonly unfinished: readonly UnfinishedFile[];
  /** What the system does not allow to be read: what was known of it still holds. */
  readonly unread: readonly Unread[];
  /** When some of that is tried again, on the clock's scale; nothing else waits for it. */
  readonly unreadAt: number | undefined;
  /** What is never synced though a person may expect it to be. */
  readonly notSynced: readonly NotSynced[];
  /** Whether a file of this identity lies in a folder under a name that is ignored, and so is not in the tree. */
  readonly keepsAside: (folder: string, identity: string) => boolean;
  /** Equal where the tree is equal. */
  readonly revision: number;
}

export interface UnfinishedFile {
  readonly path: string;
  readonly why: 'changing' | Unfinished;
  /** When it is uploaded as it is, or checked again where it never rests, on the clock's scale. */
  readonly until: number;
}
