import { z } from 'zod';
import { id, moment } from '../platform/primitives.ts';

/** The state of the sync engine: the panel, the tray and the top bar show nothing else. */

export const SYNC_STATUSES = [
  /** Nobody is signed in, or no folder is chosen. */
  'off',
  'starting',
  /** In step. */
  'online',
  'syncing',
  'paused',
  'offline',
  /** It waits for an answer (`question`), or has given up (`problem`). */
  'problem',
] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** Per library and per folder: always on this computer, or online only. */
export const syncMode = z.enum(['always', 'online-only']);
export type SyncMode = z.infer<typeof syncMode>;

const syncFolder = z.object({ _id: id, name: z.string(), path: z.string(), mode: syncMode });

export const syncLibrary = z.object({
  _id: id,
  name: z.string(),
  /** The path of its folder, relative to the sync folder, with `/`; absent where it is not known yet. */
  path: z.string().optional(),
  mode: syncMode,
  /** Whether the person's roles allow files to be changed. */
  writable: z.boolean(),
  /** The library is archived, so nobody may. */
  archived: z.boolean(),
  files: z.number().int().nonnegative(),
  folders: z.array(syncFolder),
});
export type SyncLibrary = z.infer<typeof syncLibrary>;

export const ACTIVITY_KINDS = [
  'downloaded',
  'uploaded',
  'created',
  'renamed',
  /** A program saved it where it lay before others moved it; the path is its present one. */
  'saved-before',
  'removed',
  'kept-aside',
  /** The folder of a library, which its person had renamed or put elsewhere; the path is its own. */
  'library-back',
  /** Moved to Retirados; the path is the new one. */
  'retired',
  /** Its person removed it from this computer: it stays on the server, and is not kept here any more. */
  'stopped',
  'conflict',
  'failed',
] as const;

export const syncActivity = z.object({
  _id: z.string(),
  at: moment,
  kind: z.enum(ACTIVITY_KINDS),
  /** Relative to the sync folder, with `/`. */
  path: z.string(),
  /** `saved-before`: where it lay before. */
  from: z.string().optional(),
  recordId: id.optional(),
  /** A code of the API's errors or of the engine. */
  code: z.string().optional(),
  /** So many documents below the path, reported as one. */
  count: z.number().int().positive().optional(),
});
export type SyncActivity = z.infer<typeof syncActivity>;

/** Why a file is not in step (docs/protocols/sync.md). */
export const BLOCKED_REASONS = [
  'empty',
  'locked',
  /** An office program ended without removing its lock file, which is ignored. */
  'stale-lock',
  /** Saved again and again: its versions keep a distance. */
  'saving',
  /** It has the bytes of a version that the server knows. */
  'earlier',
  /** It changes all the time. */
  'changing',
  /** A program has it open for writing. */
  'open',
  /** It is incomplete by its own format. */
  'incomplete',
  'new-file',
  'only-here',
  'refused',
  /** Its library is archived: changes are kept on this computer. */
  'archived',
  'obsolete',
  'copy',
  'conflict',
  'not-synced',
  'unsupported-name',
  'too-large',
  'file-kind',
  /** A folder that was deleted on the server, in which something is open or cannot be moved. */
  'left-behind',
  'no-space',
  'in-use',
  /** Something else has its name here. */
  'occupied',
  /** The server no longer has it; its person kept the copy. */
  'kept-here',
  'failed',
  /** The system does not allow it to be read. */
  'unreadable',
  /** A folder on its way is a symbolic link. */
  'linked',
  /** The system does not allow writing there. */
  'denied',
  'too-deep',
  'long-name',
  'disk-name',
  'disk-file-size',
  'wrong-bytes',
  /** Another error of the disk; `code` names it. */
  'disk-error',
  /** The server names something that no disk can hold. */
  'impossible',
] as const;

/** What a person can do about it. Each is a button; the engine offers only those that work. */
export const BLOCKED_ACTIONS = [
  'retry',
  'create',
  'use',
  'keep',
  'sync-again',
  /** Sends it without waiting for its writer, or for the distance between versions. */
  'send-now',
  'stop-syncing',
  'discard',
  'show',
  'rename',
] as const;
export const blockedAction = z.enum(BLOCKED_ACTIONS);
export type BlockedAction = z.infer<typeof blockedAction>;

export const syncBlockedItem = z.object({
  _id: z.string(),
  reason: z.enum(BLOCKED_REASONS),
  path: z.string(),
  since: moment,
  recordId: id.optional(),
  versionId: id.optional(),
  code: z.string().optional(),
  /** The server's own sentence, where it gave a reason. */
  message: z.string().optional(),
  /** `no-space`: how many bytes it needs on the disk. */
  bytes: z.number().int().nonnegative().optional(),
  /** Files inside that wait with it. */
  inside: z.number().int().nonnegative().optional(),
  actions: z.array(blockedAction),
});
export type SyncBlockedItem = z.infer<typeof syncBlockedItem>;

/** Why something in the sync folder is never synced, though a person may expect it to be. */
export const NOT_SYNCED_REASONS = [
  'link',
  'special',
  'broken-name',
  'temporary-folder',
  'temporary-file',
  /** A backup that a program keeps beside a document when it saves. */
  'backup',
  /** A folder that was made here: it is made on the server with its first document. */
  'empty-folder',
  /** The same, where this person may not make folders. */
  'empty-folder-no-role',
  /** It lies in none of the libraries that are synced here. */
  'outside',
] as const;

export const syncNotSynced = z.object({
  /** Relative to the sync folder, with `/`. Commands use it as the item's key. */
  path: z.string(),
  reason: z.enum(NOT_SYNCED_REASONS),
  /** A name under which the engine could sync it. */
  proposed: z.string().optional(),
});
export type SyncNotSynced = z.infer<typeof syncNotSynced>;

/** Reasons that pass by themselves, or that the person chose. */
const NOTHING_TO_DECIDE: readonly SyncBlockedItem['reason'][] = [
  'empty',
  'locked',
  'stale-lock',
  'saving',
  'earlier',
  'changing',
  'open',
  'incomplete',
  'in-use',
  'left-behind',
  'not-synced',
];

/** Whether a blocked file waits for its person's decision. */
export const needsDecision = ({ reason }: Pick<SyncBlockedItem, 'reason'>): boolean =>
  !NOTHING_TO_DECIDE.includes(reason);

/** One document that is being transferred. */
export const syncTransfer = z.object({
  /** The operation's id. */
  _id: z.string(),
  direction: z.enum(['up', 'down']),
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Percent. */
  progress: z.number().min(0).max(100),
});
export type SyncTransfer = z.infer<typeof syncTransfer>;

/** A person's answers to a question. Each is a button. */
export const syncAnswer = z.enum([
  'retry',
  'start-over',
  'stop-syncing',
  'restore',
  /** Of documents that went back to an earlier version: what the server has now. */
  'fetch-current',
  /** The same: their contents here become new versions. */
  'send-earlier',
  /** What the server no longer has stays on this computer. */
  'keep-here',
  'remove-here',
]);

/**
 * A question to the person. Those about the root stop the engine until they are answered; `mass-delete` and
 * `earlier-contents` hold back only what they name.
 */
export const syncQuestion = z.object({
  _id: z.string(),
  kind: z.enum([
    'root-missing',
    'root-foreign',
    'root-copied',
    'mass-delete',
    'earlier-contents',
    'mass-removal',
  ]),
  /** How many files it is about, where it counts them. */
  files: z.number().int().nonnegative().optional(),
  /** Their paths below the root; at most the first ones. */
  paths: z.array(z.string()).optional(),
  answers: z.array(syncAnswer),
});
export type SyncQuestion = z.infer<typeof syncQuestion>;

export const syncState = z.object({
  status: z.enum(SYNC_STATUSES),
  /** Why it is paused. */
  pausedBy: z.enum(['person', 'metered']).nullable(),
  /** This desktop's client id on the server; null until it is registered. */
  clientId: id.nullable(),
  /** The folder, absolute; null until one is chosen. */
  root: z.string().nullable(),
  /** The room on the folder's disk, in bytes; null while it is unknown. */
  disk: z.object({ free: z.number().nonnegative(), total: z.number().nonnegative() }).nullable(),
  /** Transfers done and planned in the current round: "sincronizando n de m". */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  libraries: z.array(syncLibrary),
  /** Running transfers, where they are reported one by one. */
  transfers: z.array(syncTransfer),
  /** Newest first, the last hundred. */
  activity: z.array(syncActivity),
  blocked: z.array(syncBlockedItem),
  /** The first ones; `notSyncedCount` counts all. */
  notSynced: z.array(syncNotSynced),
  notSyncedCount: z.number().int().nonnegative(),
  question: syncQuestion.nullable(),
  problem: z.object({ code: z.string(), message: z.string().optional() }).nullable(),
});
export type SyncState = z.infer<typeof syncState>;

/** The state while no engine runs. */
export const syncOff: SyncState = {
  status: 'off',
  pausedBy: null,
  clientId: null,
  root: null,
  disk: null,
  done: 0,
  total: 0,
  libraries: [],
  transfers: [],
  activity: [],
  blocked: [],
  notSynced: [],
  notSyncedCount: 0,
  question: null,
  problem: null,
};
