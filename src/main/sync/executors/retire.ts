import { clashKey } from '#shared/platform/files/names.ts';
import { numberedName, retiredName, retiredPath } from '../engine/layout.ts';
import { knownBackups } from '../engine/saves/known-backups.ts';
import type { Work } from '../engine/work/work.ts';
import { readableName } from '../local/broken-names.ts';
import { isMark } from '../local/folder-locks.ts';
import { isStaleLock } from '../local/office-locks.ts';
import type { OperationOf } from '../planner/operations.ts';
import { baseName, joinPath, parentPath, type SyncedNode } from '../planner/trees.ts';
import { type FileEntry, FilesError } from '../ports/files.ts';
import type { JournalChange, KeptBlockedItem } from '../ports/journal.ts';
import { moveAside } from './aside.ts';
import { isSystemNoise, removeBareFolder } from './removal.ts';
import { takeAway } from './replacing.ts';

/** Something that lies in a folder, at any depth. */
interface Found {
  readonly path: string;
  readonly entry: FileEntry;
  /** Its name, or that of a folder above it, is ignored, or it is a backup of a document. */
  readonly ignored: boolean;
  /** What was synced in this file or folder. */
  readonly node: SyncedNode | undefined;
}

/**
 * Removes a folder that was deleted on the server. The server's own bytes are removed; everything else in it goes to
 * Retirados with its path. Where something in it is in use, or cannot be read or moved, the folder stays and is listed.
 * Nothing in it is sent, and it is tried again.
 */
export async function removeFolder(work: Work, operation: OperationOf<'remove folder'>): Promise<void> {
  const { path, identity } = operation;
  const entry = await work.files.stat(path);
  // It, or a folder above it, was moved since the plan: it is looked for where it lies now.
  if (entry?.kind !== 'folder' || entry.identity !== identity) {
    work.touched(parentPath(path));
    return;
  }
  try {
    const found = await everythingIn(work, path);
    if (found.some((each) => isNews(work, each, operation.leftBehind))) {
      work.touched(path);
      return;
    }
    const reason = await whyItStays(work, found);
    if (reason) leaveBehind(work, operation, entry.identity, reason);
    else await empty(work, operation, entry, found);
  } catch (error) {
    if (!(error instanceof FilesError) || error.code === 'full') throw error;
    leaveBehind(work, operation, entry.identity, error.code);
  }
}

async function everythingIn(work: Work, folder: string): Promise<Found[]> {
  const nodes = new Map<string, SyncedNode>();
  for (const node of work.memory.content.synced.values()) nodes.set(node.identity, node);
  const backups = knownBackups(work.memory);
  const found: Found[] = [];
  const walk = async (at: string, above: boolean): Promise<void> => {
    for (const entry of (await work.files.list(at)) ?? []) {
      const path = joinPath(at, entry.name);
      const isBackup = entry.kind === 'file' && backups.get(entry.identity) === entry.name;
      const ignored = above || isBackup || work.isIgnored(path);
      found.push({ path, entry, ignored, node: nodes.get(entry.identity) });
      if (entry.kind === 'folder') await walk(path, ignored);
    }
  };
  await walk(folder, false);
  return found;
}

/** Whether the plan did not know of it: a file that was just put there, or something that the server still has. */
function isNews(work: Work, { entry, ignored, node }: Found, leftBehind: boolean): boolean {
  if (ignored) return false;
  if (node) return work.memory.content.remote.has(node.id);
  return entry.kind === 'file' && !leftBehind;
}

/** Why the folder has to stay for now; `undefined` where it can go. */
async function whyItStays(work: Work, found: readonly Found[]): Promise<'open' | undefined> {
  const now = work.clock.date();
  const isLive = ({ entry }: Found) =>
    isMark(entry) && !isStaleLock(entry.modifiedAt, 0, now, work.clock.bootedAt());
  if (found.some(isLive)) return 'open';
  const files = found.filter(({ entry }) => entry.kind === 'file').map(({ entry }) => entry);
  return (await work.files.openForWriting(files)).size > 0 ? 'open' : undefined;
}

async function empty(
  work: Work,
  { id, path }: OperationOf<'remove folder'>,
  folder: FileEntry,
  found: readonly Found[],
): Promise<void> {
  const forgotten: JournalChange[] = [
    { type: 'forget', id },
    { type: 'unblocked', key: folder.identity },
  ];
  for (const { path: each, entry, node } of found) {
    if (!node || node.id === id) continue;
    // A pattern of the person covered it, so it was left alone until now: its bytes may still be the server's.
    if (node.kind === 'record' && (await work.files.hash(each)).sha256 === node.sha256) {
      const { identity, stamp } = entry;
      const replaced = await takeAway(work, node.id, each, { identity, stamp, sha256: node.sha256 });
      if (replaced) forgotten.push(replaced);
    }
    if (!work.memory.content.remote.has(node.id)) forgotten.push({ type: 'forget', id: node.id });
  }
  if (!(await removeBareFolder(work.files, path))) {
    const to = await retireFolder(work, path);
    if (to === undefined) {
      leaveBehind(work, { id, path }, folder.identity, 'denied');
      return;
    }
    work.reporter.activity({ kind: 'retired', path: to });
  }
  work.memory.commit(forgotten);
  work.touched(parentPath(path));
}

/** @returns the new path; `undefined` where a part of it could not be moved */
async function retireFolder(work: Work, path: string): Promise<string | undefined> {
  const wanted = retiredPath(path);
  const above = await makeRetiredFolder(work, parentPath(wanted));
  const to = joinPath(above, baseName(wanted));
  const there = await work.files.stat(to);
  if (!there) {
    await work.files.move(path, to);
    await work.files.syncFolder(above);
    return to;
  }
  if (there.kind !== 'folder') {
    const free = joinPath(above, await freeName(work, above, baseName(wanted)));
    await work.files.move(path, free);
    await work.files.syncFolder(above);
    return free;
  }
  return (await merge(work, path, to)) ? to : undefined;
}

/**
 * Moves what lies in a folder into another one, under names that are free there.
 * @returns whether the first one is gone
 */
async function merge(work: Work, from: string, to: string): Promise<boolean> {
  for (const entry of (await work.files.list(from)) ?? []) {
    const path = joinPath(from, entry.name);
    const target = joinPath(to, entry.name);
    const there = await work.files.stat(target);
    if (there?.kind === 'folder' && entry.kind === 'folder') {
      if (!(await merge(work, path, target))) return false;
    } else if (await isSystemNoise(work.files, path, entry)) {
      // It is removed with its folder, where nothing else is left in that.
    } else if (entry.rawName) await moveRaw(work, from, entry.rawName, to);
    else await work.files.move(path, joinPath(to, there ? await freeName(work, to, entry.name) : entry.name));
  }
  await work.files.syncFolder(to);
  return removeBareFolder(work.files, from);
}

/** Moves an entry whose name is not valid UTF-8, under a name that people can read. */
async function moveRaw(work: Work, from: string, rawName: string, to: string): Promise<void> {
  const name = readableName(Buffer.from(rawName, 'hex'));
  const here = await freeName(work, from, name);
  await work.files.renameRaw(from, rawName, here);
  await work.files.move(joinPath(from, here), joinPath(to, await freeName(work, to, name)));
}

/** A name that is free in a folder. In Retirados even an ignored name is kept as it is. */
async function freeName(work: Work, folder: string, name: string): Promise<string> {
  const taken = new Set((await work.files.list(folder))?.map((entry) => clashKey(entry.name)));
  for (let n = 1; ; n += 1) {
    const free = numberedName(name, n);
    if (!taken.has(clashKey(free))) return free;
  }
}

/**
 * Makes a folder in Retirados. Where a file has the name of one of its parts, that part gets the next name, under which
 * what is retired later is found too.
 * @returns its path
 */
async function makeRetiredFolder(work: Work, folder: string): Promise<string> {
  let at = '';
  for (const name of folder.split('/')) {
    const above = at;
    at = joinPath(above, await retiredName(name, (each) => isTaken(work, joinPath(above, each))));
    await work.files.makeFolder(at);
  }
  return at;
}

async function isTaken(work: Work, path: string): Promise<boolean> {
  const there = await work.files.stat(path);
  return there !== undefined && there.kind !== 'folder';
}

/** Moves a file to Retirados, with the path that it had or was meant to have. */
export async function retireFile(work: Work, from: string, path: string): Promise<void> {
  const wanted = retiredPath(path);
  const folder = await makeRetiredFolder(work, parentPath(wanted));
  const to = await moveAside(work, from, folder, baseName(wanted));
  work.reporter.activity({ kind: 'retired', path: to });
}

function leaveBehind(
  work: Work,
  { id, path }: { readonly id: string; readonly path: string },
  identity: string,
  detail: string,
): void {
  const before = work.memory.content.blocked.get(identity);
  const same = before?.reason === 'left-behind' && before.path === path && before.detail === detail;
  if (same || !work.memory.content.synced.has(id)) return;
  const localId = before?.localId ?? work.newId();
  const item: KeptBlockedItem = { key: identity, reason: 'left-behind', path, detail, localId };
  work.memory.commit([{ type: 'blocked', item }]);
}
