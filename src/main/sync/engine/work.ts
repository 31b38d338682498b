import type { MessageDraft, SyncMessageType } from '#shared/realtime/messages.ts';
import type { BundleRoom } from '../executors/bundle-room.ts';
import type { Operation } from '../planner/operations.ts';
import type { SyncedRecord } from '../planner/trees.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files, FilesError } from '../ports/files.ts';
import type { PendingOperation } from '../ports/journal.ts';
import type { Remote, RemoteError, SessionInfo } from '../ports/remote.ts';
import type { Memory } from './memory.ts';
import type { VersionPace } from './version-pace.ts';

export type ActivityKind =
  | 'downloaded'
  | 'uploaded'
  | 'created'
  | 'renamed'
  | 'removed'
  | 'kept-aside'
  /** Put into Retirados; the path is where it lies now. */
  | 'retired'
  | 'conflict'
  | 'failed';

export interface Activity {
  readonly kind: ActivityKind;
  readonly path: string;
  readonly recordId?: string | undefined;
  readonly code?: string | undefined;
}

/** What could not be done now: the rest of the batch was. */
export interface Failure {
  readonly operation: Operation | PendingOperation;
  readonly error: RemoteError | FilesError;
}

/** A step as it is told to the person's screens; `v` and `id` are added by the reporter. */
export type Step = {
  readonly type: SyncMessageType;
  readonly opId: string;
} & Partial<Pick<MessageDraft, 'recordId' | 'versionId' | 'progress' | 'data' | 'error'>>;

/** Tells what happens: to the screens over the sync channel, to the panel and to the log. */
export interface Reporter {
  step(step: Step): void;
  activity(activity: Activity): void;
}

/** Larger groups than this are not told one by one, but for what fails: nobody reads a thousand toasts. */
export const TOLD_ONE_BY_ONE = 20;

/** What executors work with. */
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
  /** The paths of documents that lie under a live lock file now; asked just before a file is replaced. */
  readonly isLocked: (path: string) => Promise<boolean>;
  /** False only in the simulation, which must then find bytes lost: see `EnginePorts.recheck`. */
  readonly recheck: boolean;
  /** Whether a name is ignored where it lies, by the engine's own patterns or the person's. */
  readonly isIgnored: (path: string) => boolean;
  /** Folders that the executors changed, to be looked at again at once. */
  readonly touched: (folder: string) => void;
  /** The distance between two versions of one document. */
  readonly pace: VersionPace;
  /** How many new files go in one call. */
  readonly bundles: BundleRoom;
  /** What is known of this library's feed is too old. */
  readonly stale: (library: string) => void;
  /** Operation that a screen asked for, by record id; its steps are told under that one's name. */
  readonly askedFor: (recordId: string, kind: 'download' | 'upload') => string | undefined;
}

/** The synced record, or `undefined` where the journal knows none. */
export function syncedRecord(work: Work, id: string): SyncedRecord | undefined {
  const node = work.memory.content.synced.get(id);
  return node?.kind === 'record' ? node : undefined;
}
