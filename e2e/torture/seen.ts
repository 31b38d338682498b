import type { Entry, Outage } from './ledger.ts';

/** A version that the server lists. */
export interface SeenVersion {
  readonly id: string;
  /** The document that it is a version of. */
  readonly record: string;
  readonly name: string;
  readonly number: number | null;
  readonly sha256: string;
  /** The hash of the bytes that the server gives for it; `undefined` where it gives none. */
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
  /** Paths that the command said it does not keep in step, by reason. */
  readonly listed: ReadonlyMap<string, string>;
  /** Roots of one group have equal rights. */
  readonly group: string;
}

export interface World {
  readonly entries: Iterable<Entry>;
  readonly outages: readonly Outage[];
  readonly exempt: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
  /** `root:hash` and `root:path` of each file that a person deleted there: not to be in that root is right. */
  readonly removed: ReadonlySet<string>;
  /** `root:path` of each folder that a person deleted there, also by the names that others gave it later. */
  readonly removedFolders: ReadonlySet<string>;
  /** Hashes of a renamed file's content and of the new file's that took its name. */
  readonly parted: readonly (readonly [renamed: string, fresh: string])[];
  readonly versions: readonly SeenVersion[];
  readonly roots: readonly SeenRoot[];
}

export interface Times {
  readonly settleMs: number;
  readonly distanceMs: number;
  readonly unfinishedMs: number;
  /** What a loaded machine may take beyond the settle time. */
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
