import type { Entry, Outage } from './ledger.ts';

/** A version that the server lists. */
export interface SeenVersion {
  readonly id: string;
  /** The document of the version. */
  readonly record: string;
  readonly name: string;
  readonly number: number | null;
  readonly sha256: string;
  /** The hash of the bytes that the server returns for it; `undefined` if it returns none. */
  readonly bytes: string | undefined;
  readonly unfinished: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A file below a root, at rest. `path` is relative to the root. */
export interface SeenFile {
  readonly path: string;
  readonly sha256: string;
  readonly kind: 'file' | 'other';
}

export interface SeenRoot {
  readonly files: readonly SeenFile[];
  /** Paths that the command listed as not synced, by reason. */
  readonly listed: ReadonlyMap<string, string>;
  /** Roots of one group have equal rights. */
  readonly group: string;
}

export interface World {
  readonly entries: Iterable<Entry>;
  readonly outages: readonly Outage[];
  readonly exempt: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
  /** `root:hash` and `root:path` of each file that a person deleted there: it may be missing in that root. */
  readonly removed: ReadonlySet<string>;
  /** `root:path` of each folder that a person deleted there, also under names that others gave it later. */
  readonly removedFolders: ReadonlySet<string>;
  /** Hashes of a renamed file's content, and of the new file under its old name. */
  readonly parted: readonly (readonly [renamed: string, fresh: string])[];
  readonly versions: readonly SeenVersion[];
  readonly roots: readonly SeenRoot[];
}

export interface Times {
  readonly settleMs: number;
  readonly distanceMs: number;
  readonly unfinishedMs: number;
  /** Milliseconds of tolerance for a busy machine, beyond the settle time. */
  readonly graceMs: number;
}

export type Rule =
  | 'acknowledged'
  | 'lost'
  | 'partial'
  | 'mixed'
  | 'disagreeing'
  | 'unsaid'
  | 'engine'
  | 'story';
export interface Finding {
  readonly rule: Rule;
  readonly text: string;
}
