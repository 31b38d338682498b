import { clashKey, splitExtension } from '#shared/platform/files/names.ts';
import type { LocalEntry, SyncedNode } from '../trees.ts';
import { parentPath } from '../trees.ts';
import { isBackupOf, isKeptBackup, mayBeKeptBackup } from './backups.ts';
import type { Matching } from './matching.ts';
import { isKnownBackup } from './strangers.ts';

/** Finds nodes whose files are not in their places any more. */

/** Where its file is now: it was moved, or exchanged its place with another. */
export function moved(
  matching: Matching,
  node: SyncedNode,
  expected: string | undefined,
): LocalEntry | undefined {
  const entry = elsewhere(matching, node, expected);
  if (!entry) return undefined;
  const saved = savedElsewhere(matching, node, entry, expected);
  if (saved) return saved === 'later' ? undefined : saved;
  if (expected === undefined) return entry;
  const isBackup =
    isBackupOf(entry.path, expected) ||
    (isNewlyBackup(entry.name, node) && parentPath(entry.path) === parentPath(expected));
  const isSave = isBackup && !matching.isLongGone(node);
  const there = matching.at(node, expected);
  if (!there) {
    if (!isSave || matching.local.has(expected)) return entry;
    matching.saving.add(node.id);
    matching.idOf.set(entry.path, node.id);
    return undefined;
  }
  // Two nodes exchange places, or follow each other.
  if (matching.isSynced(there.identity)) return entry;
  // A hard link that existed before: the known path keeps the record.
  if (isSave || matching.options.secondNames?.get(entry.path) === node.identity) return undefined;
  return matching.options.stableIdentity || matching.hasBytesOf(node, entry) ? entry : undefined;
}

/**
 * It was moved or renamed, and then saved in its new place by a program that keeps the old file as a backup there: the
 * new file beside that backup. `later`: there is none yet, and it has the backup's name since a moment only.
 */
export function savedElsewhere(
  matching: Matching,
  node: SyncedNode,
  backup: LocalEntry,
  expected: string | undefined,
): LocalEntry | 'later' | undefined {
  if (node.kind === 'folder' || !isNewlyBackup(backup.name, node)) return undefined;
  if (expected !== undefined && isBackupOf(backup.path, expected) && matching.at(node, expected))
    return undefined;
  const name = clashKey(backup.name);
  const { extension } = splitExtension(clashKey(node.name));
  const beside = matching.indexes.inFolder(parentPath(backup.path)).filter((entry) => {
    const other = clashKey(entry.name);
    return isKeptBackup(name, other) && splitExtension(other).extension === extension;
  });
  const [only] = beside;
  if (beside.length > 1 || (only && !matching.isNewFile(node, only))) return undefined;
  if (only) return only;
  const isFree = expected === undefined || !matching.local.has(expected);
  if (!isFree || matching.isLongGone(node)) return undefined;
  matching.saving.add(node.id);
  matching.idOf.set(backup.path, node.id);
  return 'later';
}

/** Where its identity is now, if not at its path. Of several names the one most like its own. */
function elsewhere(
  matching: Matching,
  node: SyncedNode,
  expected: string | undefined,
): LocalEntry | undefined {
  const isFree = (entry: LocalEntry) =>
    entry.path !== expected &&
    matching.at(node, entry.path) !== undefined &&
    confirmed(matching, node, entry);
  const heirs = matching.indexes.ofIdentity(matching.options.heirs?.get(node.id) ?? '').filter(isFree);
  // A backup of it stays one when the document is moved on or deleted.
  const own = matching.indexes
    .ofIdentity(node.identity)
    .filter((entry) => isFree(entry) && !isKnownBackup(entry, matching.options));
  const isBackup = ({ path, name }: LocalEntry) =>
    (expected !== undefined && isBackupOf(path, expected)) || isNewlyBackup(name, node);
  const isLeft = (entry: LocalEntry) =>
    isBackup(entry) || matching.options.secondNames?.get(entry.path) === node.identity;
  const saved = heirs.length > 0 || !own.every(isLeft) ? heirs : peeked(matching, node, expected, isBackup);
  const free = saved.length > 0 ? saved : own;
  if (free.length < 2) return free[0];
  const folder = expected === undefined ? undefined : parentPath(expected);
  const unlike = (entry: LocalEntry) =>
    (isBackup(entry) ? 4 : 0) +
    (entry.name === node.name ? 0 : 2) +
    (parentPath(entry.path) === folder ? 0 : 1);
  return free.sort((a, b) => unlike(a) - unlike(b) || (a.path < b.path ? -1 : 1))[0];
}

/** What was saved in its place after the last look, and was renamed or moved before this one. */
function peeked(
  matching: Matching,
  node: SyncedNode,
  expected: string | undefined,
  isBackup: (entry: LocalEntry) => boolean,
): LocalEntry[] {
  const seen = matching.options.peeked?.get(node.id) ?? [];
  const there = seen.length > 0 ? matching.at(node, expected) : undefined;
  if (there && seen.includes(there.identity)) return [];
  for (const identity of seen) {
    const found = matching.indexes.ofIdentity(identity).filter((entry) => matching.at(node, entry.path));
    if (found.length === 1 && !found.some(isBackup) && !matching.isSynced(identity)) return found;
  }
  return [];
}

function confirmed(matching: Matching, node: SyncedNode, entry: LocalEntry): boolean {
  if (matching.options.stableIdentity) return true;
  if (node.kind === 'folder' || entry.kind === 'folder') return true;
  return entry.sha256 === undefined || entry.sha256 === node.sha256;
}

/** Whether a file has a backup's name that its node has not. */
const isNewlyBackup = (name: string, node: SyncedNode): boolean =>
  mayBeKeptBackup(name) && !mayBeKeptBackup(node.name);
