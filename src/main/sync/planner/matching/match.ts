import type {
  LocalEntry,
  LocalFile,
  LocalTree,
  SyncedFolder,
  SyncedNode,
  SyncedRecord,
  SyncedTree,
} from '../trees.ts';
import { baseName, joinPath, parentPath } from '../trees.ts';
import { isBackupOf } from './backups.ts';
import { moved, savedElsewhere } from './match-moved.ts';
import { replaced, replacedInOtherCase, replacedWhereSeen } from './match-replaced.ts';
import type { Matched, MatchOptions } from './matched.ts';
import { Matching } from './matching.ts';
import { findStrangers, isKnownBackup } from './strangers.ts';

/**
 * Recognizes the synced nodes on the disk; decision 0035 has the rule and its reasons. A file at its synced path is
 * that record. A file that is elsewhere now is the record there, also where a new file took its path. Exception: where
 * a program saved, the old file is gone or has a backup's name, and the new one took the path within `SAVE_GAP_MS`.
 * What is found by neither is searched by its bytes. Pure.
 */
export function match(synced: SyncedTree, local: LocalTree, options: MatchOptions): Matched {
  const matching = new Matching(synced, local, options);
  matchFolders(matching);
  matchRecords(matching);
  // Not the matching itself: the result is kept, and its indexes are large.
  const { entryOf, idOf, saving, aside } = matching;
  const known = { entryOf, idOf, expectedPath: (node: SyncedNode) => matching.expectedPath(node) };
  return { entryOf, idOf, saving, aside, ...findStrangers(synced, local, options, known) };
}

/** Top-down: where a folder is decides where its children are expected. */
function matchFolders(matching: Matching): void {
  const foldersIn = foldersByParent(matching.synced);
  const queue = [...matching.options.libraries].map(([id, { path }]) => ({
    id,
    path: path as string | undefined,
  }));
  const seen = new Set<string>();
  const walk = (): void => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (seen.has(next.id)) continue;
      seen.add(next.id);
      for (const node of foldersIn.get(next.id) ?? []) {
        const expected = next.path === undefined ? undefined : joinPath(next.path, node.name);
        queue.push({ id: node.id, path: claimFolder(matching, node, expected) });
      }
    }
  };
  walk();
  // What is noted may be a tree no more, until all of a change was followed: a folder's parent was deleted by others, or
  // they turned the nesting of folders around. Those are recognized by their identity.
  const isCutOff = ({ parent }: SyncedFolder) => !matching.synced.has(parent);
  for (const isNext of [isCutOff, () => true])
    for (const node of matching.synced.values()) {
      if (node.kind !== 'folder' || seen.has(node.id) || !isNext(node)) continue;
      if (!matching.options.libraries.has(node.library)) continue;
      queue.push({ id: node.id, path: claimFolder(matching, node, undefined) });
      walk();
    }
}

/** @returns its path now, where it is found */
function claimFolder(
  matching: Matching,
  node: SyncedFolder,
  expected: string | undefined,
): string | undefined {
  if (matching.entryOf.has(node.id)) return matching.entryOf.get(node.id)?.path;
  const found =
    exact(matching, node, expected) ?? moved(matching, node, expected) ?? replaced(matching, node, expected);
  if (found) matching.claim(node, found);
  return found?.path;
}

function foldersByParent(synced: SyncedTree): ReadonlyMap<string, readonly SyncedFolder[]> {
  const found = new Map<string, SyncedFolder[]>();
  for (const node of synced.values()) {
    if (node.kind !== 'folder') continue;
    const siblings = found.get(node.parent);
    if (siblings) siblings.push(node);
    else found.set(node.parent, [node]);
  }
  return found;
}

function matchRecords(matching: Matching): void {
  let open = [...matching.synced.values()].filter((node) => node.kind === 'record');
  const passes = [exact, heir, moved, replaced, replacedWhereSeen, replacedInOtherCase];
  for (const pass of passes) {
    open = open.filter((node) => {
      const found = pass(matching, node, matching.expectedPath(node));
      if (found) matching.claim(node, found);
      return !found && !matching.saving.has(node.id);
    });
  }
  open = open.filter((node) => {
    const isAside = !node.stopped && matching.isAside(node, matching.expectedPath(node));
    if (isAside) {
      matching.saving.add(node.id);
      matching.aside.add(node.id);
    }
    return !isAside;
  });
  sameBytes(
    matching,
    open.filter((node) => !node.stopped),
  );
}

function exact(matching: Matching, node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
  const entry = matching.at(node, expected);
  return entry?.identity === node.identity ? entry : undefined;
}

/** The file that a program had put in its place at the last look, where that still is. */
function heir(matching: Matching, node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
  const entry = matching.at(node, expected);
  return entry && matching.options.heirs?.get(node.id) === entry.identity ? entry : undefined;
}

/** A file that was copied elsewhere and deleted here has moved, where its bytes prove it. */
function sameBytes(matching: Matching, open: readonly SyncedRecord[]): void {
  if (open.length === 0) return;
  const bySha = new Map<string, LocalFile[]>();
  for (const entry of matching.local.values()) {
    if (entry.kind !== 'file' || !entry.sha256 || entry.size === 0 || matching.idOf.has(entry.path)) continue;
    bySha.set(entry.sha256, [...(bySha.get(entry.sha256) ?? []), entry]);
  }
  const wanted = Map.groupBy(open, (node) => node.sha256);
  for (const node of open) {
    const only = onlyOne(matching, node, wanted.get(node.sha256) ?? [], bySha.get(node.sha256) ?? []);
    if (!only) continue;
    const expected = matching.expectedPath(node);
    const saved = savedElsewhere(matching, node, only, expected);
    if (saved !== undefined) {
      if (saved !== 'later') matching.claim(node, saved);
      continue;
    }
    // A program copies what it is about to replace.
    if (expected !== undefined && isBackupOf(only.path, expected) && !matching.isLongGone(node)) {
      matching.saving.add(node.id);
      matching.idOf.set(only.path, node.id);
    } else if (!isKnownBackup(only, matching.options)) matching.claim(node, only);
  }
}

/**
 * Which of the files with a record's bytes is the record: the only one, where nobody else has these bytes. Of equal
 * forms that lay in several folders and were moved with them, each is where its name and its folder's name are.
 */
function onlyOne(
  { synced }: Matching,
  node: SyncedRecord,
  wanting: readonly SyncedRecord[],
  candidates: readonly LocalFile[],
): LocalFile | undefined {
  if (wanting.length === 1 && candidates.length === 1) return candidates[0];
  const nameOf = ({ parent, name }: SyncedRecord) => {
    const folder = synced.get(parent);
    return folder ? joinPath(folder.name, name) : undefined;
  };
  const own = nameOf(node);
  if (own === undefined || wanting.filter((each) => nameOf(each) === own).length > 1) return undefined;
  const alike = candidates.filter(({ path, name }) => joinPath(baseName(parentPath(path)), name) === own);
  return alike.length === 1 ? alike[0] : undefined;
}
