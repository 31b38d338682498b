import type {
  BlockedAction,
  SyncActivity,
  SyncBlockedItem,
  SyncLibrary,
  SyncQuestion,
  SyncState,
  SyncTransfer,
} from '#shared/ipc/sync-state.ts';
import type { Engine } from '../engine/engine.ts';
import { placeOf } from '../engine/places.ts';
import type { Question } from '../engine/removals/guard.ts';
import type { Step } from '../engine/work/work.ts';
import type { BlockedItem, BlockedReason } from '../ports/journal.ts';
import { waitsForArchive } from './archived.ts';
import type { Problem, Status } from './runner-parts.ts';

/** The engine's state as the panel, the tray and the top bar show it. */

interface Shown {
  readonly reason: SyncBlockedItem['reason'];
  readonly actions: readonly BlockedAction[];
}

/** How each reason is shown, and what its person can do about it. */
export const SHOWN: Record<BlockedReason, Shown> = {
  empty: { reason: 'empty', actions: ['show'] },
  'new-file': { reason: 'new-file', actions: ['create', 'show'] },
  'only-here': { reason: 'only-here', actions: ['create', 'show'] },
  copy: { reason: 'copy', actions: ['create', 'show'] },
  conflict: { reason: 'conflict', actions: ['use', 'keep', 'show'] },
  'no-role': { reason: 'refused', actions: ['show'] },
  locked: { reason: 'locked', actions: ['show'] },
  saving: { reason: 'saving', actions: ['send-now', 'show'] },
  earlier: { reason: 'earlier', actions: ['send-now', 'show'] },
  changing: { reason: 'changing', actions: ['send-now', 'show'] },
  open: { reason: 'open', actions: ['send-now', 'show'] },
  incomplete: { reason: 'incomplete', actions: ['send-now', 'show'] },
  occupied: { reason: 'occupied', actions: ['show'] },
  ignored: { reason: 'unsupported-name', actions: ['show'] },
  'left-behind': { reason: 'left-behind', actions: ['show'] },
  'gone-after-restore': { reason: 'kept-here', actions: ['create', 'show'] },
  refused: { reason: 'refused', actions: ['retry', 'show'] },
  name: { reason: 'unsupported-name', actions: ['show'] },
  unreadable: { reason: 'unreadable', actions: ['retry', 'show'] },
  linked: { reason: 'linked', actions: ['retry', 'show'] },
  denied: { reason: 'denied', actions: ['retry', 'show'] },
  'in-use': { reason: 'in-use', actions: ['retry', 'show'] },
  'too-deep': { reason: 'too-deep', actions: ['retry', 'show'] },
  'long-name': { reason: 'long-name', actions: ['retry', 'show'] },
  'disk-name': { reason: 'disk-name', actions: ['retry', 'show'] },
  'no-space': { reason: 'no-space', actions: ['retry', 'show'] },
  'disk-file-size': { reason: 'disk-file-size', actions: ['retry', 'show'] },
  'wrong-bytes': { reason: 'wrong-bytes', actions: ['retry', 'show'] },
  'disk-error': { reason: 'disk-error', actions: ['retry', 'show'] },
  impossible: { reason: 'impossible', actions: ['retry', 'show'] },
};

/** A person's possible answers, the safest first. */
const ANSWERS: Record<Question['kind'], SyncQuestion['answers']> = {
  'root-missing': ['retry', 'start-over'],
  'root-foreign': ['retry', 'start-over'],
  'root-copied': ['retry', 'start-over'],
  'mass-delete': ['restore', 'stop-syncing'],
  'earlier-contents': ['fetch-current', 'send-earlier'],
  'mass-removal': ['retry', 'keep-here', 'remove-here'],
};

/** Codes of the API that have a reason of their own in the panel. */
const CODES: Partial<Record<string, SyncBlockedItem['reason']>> = {
  obsolete: 'obsolete',
  too_large: 'too-large',
  file_kind: 'file-kind',
};

const ACTIVITY_KEPT = 100;
/** More than these are only counted. */
const NOT_SYNCED_SHOWN = 100;
/** The prefix of keys for items that are a path, not a file of the journal. */
const STALE_LOCK = 'lock:';

export interface StateParts {
  readonly engine: Engine;
  readonly clientId: string;
  readonly root: string;
  readonly status: Status;
  readonly problem: Problem | undefined;
  readonly pausedBy: SyncState['pausedBy'] | undefined;
  readonly disk: SyncState['disk'];
  readonly done: number;
  readonly total: number;
}

/** Keeps what the state needs in addition to the engine's own: since when items are blocked, and what happened last. */
export class HostState {
  private readonly since = new Map<string, string>();
  private activity: SyncActivity[] = [];
  private readonly transfers = new Map<string, SyncTransfer>();

  note(activity: Omit<SyncActivity, '_id' | 'at'>, id: string): void {
    const { kind, path, from, recordId, code, count } = activity;
    const more = {
      ...(from ? { from } : {}),
      ...(recordId ? { recordId } : {}),
      ...(code ? { code } : {}),
      ...(count ? { count } : {}),
    };
    this.activity = [{ _id: id, at: new Date().toISOString(), kind, path, ...more }, ...this.activity].slice(
      0,
      ACTIVITY_KEPT,
    );
  }

  /** Follows a transfer by the steps that are reported to screens. */
  follow({ type, opId, progress = 0, data }: Step): void {
    if (type !== 'downloading' && type !== 'uploading') {
      this.transfers.delete(opId);
      return;
    }
    const direction = type === 'uploading' ? 'up' : 'down';
    const known = this.transfers.get(opId);
    // Only the first step names the file.
    const file = (data as { file?: { name: string; size: number } } | undefined)?.file ?? known;
    if (file) this.transfers.set(opId, { _id: opId, direction, name: file.name, size: file.size, progress });
  }

  /** Nothing is being transferred any more, however it ended. */
  stopFollowing(): void {
    this.transfers.clear();
  }

  of(parts: StateParts): SyncState {
    const { engine, status, problem } = parts;
    const { question } = engine;
    return {
      status,
      pausedBy: (status === 'paused' && parts.pausedBy) || null,
      clientId: parts.clientId,
      root: parts.root,
      disk: parts.disk,
      done: parts.done,
      total: Math.max(parts.total, parts.done),
      libraries: librariesOf(engine),
      transfers: [...this.transfers.values()],
      activity: this.activity,
      blocked: this.blockedItemsOf(engine),
      notSynced: engine.notSynced.slice(0, NOT_SYNCED_SHOWN).map(({ path, reason, proposed }) => ({
        path,
        reason,
        ...(proposed ? { proposed } : {}),
      })),
      notSyncedCount: engine.notSynced.length,
      question: question
        ? {
            _id: question.kind,
            kind: question.kind,
            files: question.files,
            ...(question.paths ? { paths: [...question.paths] } : {}),
            answers: [...ANSWERS[question.kind]],
          }
        : null,
      problem: question || !problem ? null : { code: problem.code, message: problem.message },
    };
  }

  private blockedItemsOf(engine: Engine): SyncBlockedItem[] {
    const conflicts = engine.conflicts.open.map((item) => ({
      ...this.shown(engine, item),
      versionId: item.key,
    }));
    const blocked: SyncBlockedItem[] = [
      ...conflicts,
      ...engine.blocked.map((item) => this.shown(engine, item)),
    ];
    for (const node of engine.memory.content.synced.values()) {
      if (!node.stopped || !engine.memory.content.remote.has(node.id)) continue;
      // Its contents are moving to another library.
      if (node.kind === 'folder' && node.left) continue;
      const item: BlockedItem = {
        key: node.id,
        reason: 'copy',
        path: placeOf(engine.memory.content, node.id),
        recordId: node.id,
      };
      blocked.push({ ...this.shown(engine, item), reason: 'not-synced', actions: ['sync-again'] });
    }
    for (const { key, path, recordId, why } of engine.waiting)
      blocked.push(this.shown(engine, { key, path, recordId, reason: why }));
    for (const path of engine.staleLocks) {
      const item: BlockedItem = { key: `${STALE_LOCK}${path}`, reason: 'locked', path };
      blocked.push({ ...this.shown(engine, item), reason: 'stale-lock' });
    }
    const present = new Set(blocked.map((item) => item._id));
    for (const key of this.since.keys()) if (!present.has(key)) this.since.delete(key);
    return blocked;
  }

  private shown(engine: Engine, item: BlockedItem): SyncBlockedItem {
    const { key, reason, path, recordId, ...more } = item;
    const { detail, message, bytes, inside } = more;
    const since = this.since.get(key) ?? new Date().toISOString();
    this.since.set(key, since);
    const { reason: shown, actions } = SHOWN[reason];
    const archived = waitsForArchive(engine, item);
    return {
      _id: key,
      reason: archived ? 'archived' : (CODES[detail ?? ''] ?? shown),
      path,
      since,
      ...(recordId ? { recordId } : {}),
      ...(detail ? { code: detail } : {}),
      ...(message ? { message } : {}),
      ...(bytes ? { bytes } : {}),
      ...(inside ? { inside } : {}),
      actions: [...actions],
    };
  }
}

function librariesOf(engine: Engine): SyncLibrary[] {
  const { libraries, remote, synced } = engine.memory.content;
  const files = new Map<string, number>();
  for (const node of synced.values()) {
    if (node.kind === 'record' && !node.stopped) files.set(node.library, (files.get(node.library) ?? 0) + 1);
  }
  const mode = (id: string) => (engine.preferences.isOnlineOnly(id) ? 'online-only' : 'always');
  return engine.libraries.map(({ id, name, canUpload, archived = false }) => ({
    _id: id,
    name,
    path: libraries.get(id)?.path,
    mode: mode(id),
    writable: canUpload,
    archived,
    files: files.get(id) ?? 0,
    folders: [...remote.values()]
      .filter((node) => node.kind === 'folder' && node.library === id)
      .map((node) => ({
        _id: node.id,
        name: node.name,
        path: placeOf(engine.memory.content, node.id).slice((libraries.get(id)?.path.length ?? -1) + 1),
        mode: mode(node.id),
      })),
  }));
}

/** The path of a blocked file below the sync root; empty where nothing is blocked under this key. */
export function placeOfBlocked(engine: Engine, key: string): string {
  if (engine.notSynced.some(({ path }) => path === key)) return key;
  if (key.startsWith(STALE_LOCK)) return engine.staleLocks.find((path) => key === STALE_LOCK + path) ?? '';
  const items = [...engine.conflicts.open, ...engine.blocked, ...engine.waiting];
  return items.find((item) => item.key === key)?.path ?? '';
}
