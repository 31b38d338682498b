import type { MessageDraft, SyncMessageType } from '#shared/realtime/messages.ts';
import type { BundleRoom } from '../../executors/bundle-room.ts';
import type { DiskRoom } from '../../executors/disk-room.ts';
import type { SyncedRecord } from '../../planner/trees.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { Remote, SessionInfo } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';
import type { VersionPace } from '../saves/version-pace.ts';
import type { Transfers } from './transfers.ts';

export type ActivityKind =
  | 'downloaded'
  | 'uploaded'
  | 'created'
  | 'renamed'
  /** A program saved it where it lay before it was moved; the path is its present one. */
  | 'saved-before'
  | 'removed'
  | 'kept-aside'
  /** The folder of a library, which its person had renamed or put elsewhere; the path is its own. */
  | 'library-back'
  /** Moved to Retirados; the path is the new one. */
  | 'retired'
  /** Its person removed it from this computer: it stays on the server, and is not kept here any more. */
  | 'stopped'
  | 'conflict'
  | 'failed';

export interface Activity {
  readonly kind: ActivityKind;
  readonly path: string;
  /** `saved-before`: where it lay before. */
  readonly from?: string | undefined;
  readonly recordId?: string | undefined;
  readonly code?: string | undefined;
  /** So many documents below the path, reported as one. */
  readonly count?: number | undefined;
}

/** A step as it is sent to the person's screens. The reporter adds `v` and `id`. */
export type Step = {
  readonly type: SyncMessageType;
  readonly opId: string;
} & Partial<Pick<MessageDraft, 'recordId' | 'versionId' | 'progress' | 'data' | 'error'>>;

/** Reports what happens: to the screens over the sync channel, to the panel and to the log. */
export interface Reporter {
  step(step: Step): void;
  /** What has failed before for the same reason, and not succeeded since, is not reported again. */
  activity(activity: Activity): void;
  /** Whether the last that was reported of a path is a failure with this code. */
  hasFailed(path: string, code: string): boolean;
}

/** Of larger groups only failures are reported one by one: nobody reads a thousand toasts. */
export const TOLD_ONE_BY_ONE = 20;

/** What executors need. */
export interface Work {
  readonly files: Files;
  readonly remote: Remote;
  readonly memory: Memory;
  readonly clock: Clock;
  readonly reporter: Reporter;
  readonly person: SessionInfo;
  /** Ids of operations: UUIDv7. */
  readonly newId: () => string;
  readonly signal: AbortSignal;
  /** Whether a document has a live lock file now; checked just before a file is replaced. */
  readonly isLocked: (path: string) => Promise<boolean>;
  /** False only in the simulation, which must then lose bytes: see `EnginePorts.recheck`. */
  readonly recheck: boolean;
  /** Whether a path is ignored, by the engine's own patterns or the person's. */
  readonly isIgnored: (path: string) => boolean;
  /** Reports a folder that an executor changed, to be scanned again at once. */
  readonly touched: (folder: string) => void;
  /** Keeps a distance between two versions of one document. */
  readonly pace: VersionPace;
  /** Large files travel beside the cycles. */
  readonly transfers: Transfers;
  /** Room on the disk for downloads. */
  readonly room: DiskRoom;
  /** How many new files go in one call. */
  readonly bundles: BundleRoom;
  /** Reports that what is known of this library's feed is out of date. */
  readonly stale: (library: string) => void;
  /** The operation that a screen asked for, by record id: its steps are sent under that id. */
  readonly askedFor: (recordId: string, kind: 'download' | 'upload') => string | undefined;
}

/** The synced record, or `undefined` where the journal has none. */
export function syncedRecord(work: Pick<Work, 'memory'>, id: string): SyncedRecord | undefined {
  const node = work.memory.content.synced.get(id);
  return node?.kind === 'record' ? node : undefined;
}
