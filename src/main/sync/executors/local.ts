import type { Failure } from '../engine/failures/failure.ts';
import { classifyFailure } from '../engine/failures/failures.ts';
import { keptNodes, stopChanges, tellStopped } from '../engine/removals/stopped.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { baseName, parentPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { JournalChange } from '../ports/journal.ts';
import { moveAside, setAsideAsCopy } from './aside.ts';
import { takeAway } from './replacing.ts';
import { retireFile } from './retire.ts';

/** Operations on the disk and the journal alone, without transfers. */

/** Both sides have the same: notes it, in one commit for all of them, because a copied folder has thousands. */
export async function adoptAll(work: Work, operations: readonly OperationOf<'adopt'>[]): Promise<Failure[]> {
  const changes: JournalChange[] = [];
  const failures: Failure[] = [];
  for (const operation of operations) {
    try {
      changes.push(...(await adopted(work, operation)));
    } catch (error) {
      if (!(error instanceof FilesError)) throw error;
      failures.push({ operation, error });
    }
  }
  work.memory.commit(changes);
  return failures;
}

async function adopted(work: Work, operation: OperationOf<'adopt'>): Promise<readonly JournalChange[]> {
  const { id, path, expected, place } = operation;
  const remote = work.memory.content.remote.get(id);
  const entry = await work.files.stat(path);
  if (remote?.kind !== 'record' || entry?.identity !== expected.identity || entry.stamp !== expected.stamp)
    return [];
  const before = syncedRecord(work, id);
  const same = remote.version.sha256 === expected.sha256;
  // Where the server has moved on, only the file's new stamp is noted: its bytes are still the synced ones.
  if (!same && before?.sha256 !== expected.sha256) return [];
  const { parent, name } = place ?? before ?? { parent: remote.parent, name: baseName(path) };
  return [
    {
      type: 'synced',
      node: {
        kind: 'record',
        id,
        library: remote.library,
        parent,
        name,
        versionId: same || !before ? remote.version.id : before.versionId,
        sha256: expected.sha256,
        size: entry.size,
        identity: entry.identity,
        stamp: entry.stamp,
        // A file that was made here is writable. The next plan changes that where the role does not allow it.
        writable: before?.writable ?? true,
        stopped: false,
        unsure: false,
      },
    },
    { type: 'unblocked', key: entry.identity },
  ];
}

export async function adoptFolder(work: Work, operation: OperationOf<'adopt folder'>): Promise<void> {
  work.memory.commit(await adoptedFolder(work, operation));
}

async function adoptedFolder(
  work: Work,
  { id, path, place: said }: Omit<OperationOf<'adopt folder'>, 'kind'>,
): Promise<readonly JournalChange[]> {
  const remote = work.memory.content.remote.get(id);
  const entry = await work.files.stat(path);
  if (remote?.kind !== 'folder' || entry?.kind !== 'folder') return [];
  const { parent, name } = said ?? work.memory.content.synced.get(id) ?? remote;
  const { library } = remote;
  const { identity } = entry;
  return [{ type: 'synced', node: { kind: 'folder', id, library, parent, name, identity, stopped: false } }];
}

/** Makes folders, and notes them in one commit, because the first sync of a library makes hundreds. */
export async function makeFolders(
  work: Work,
  operations: readonly OperationOf<'make folder'>[],
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const made: OperationOf<'make folder'>[] = [];
  for (const operation of operations) {
    try {
      await work.files.makeOneFolder(operation.path);
      made.push(operation);
    } catch (error) {
      if (!(error instanceof FilesError)) throw error;
      // The folder above was moved since the plan. Made anew there, it would be a new folder of this person's.
      if (error.code === 'missing') {
        work.touched(parentPath(operation.path));
        continue;
      }
      failures.push({ operation, error });
      if (classifyFailure(error).scope !== 'item') break;
    }
  }
  for (const folder of new Set(made.map(({ path }) => parentPath(path)))) {
    await work.files.syncFolder(folder);
    work.touched(folder);
  }
  const changes: JournalChange[] = [];
  for (const { id, path } of made)
    changes.push(...(await adoptedFolder(work, { id, path, place: undefined })));
  work.memory.commit(changes);
  return failures;
}

/**
 * Moves a file to the server's name or place, and replaces nothing that was just put there.
 * @returns whether it did
 */
export async function moveLocal(
  work: Work,
  { id, from, to, refused }: OperationOf<'move local'>,
  parentOf: (path: string) => string | undefined,
): Promise<boolean> {
  const synced = work.memory.content.synced.get(id);
  const parent = parentOf(parentPath(to));
  if (!synced || parent === undefined || (synced.kind === 'record' && (await work.isLocked(from))))
    return false;
  try {
    await work.files.move(from, to);
  } catch (error) {
    if (error instanceof FilesError && ['exists', 'missing', 'outside'].includes(error.code)) return false;
    throw error;
  } finally {
    work.touched(parentPath(from));
    work.touched(parentPath(to));
  }
  await work.files.syncFolder(parentPath(to));
  work.memory.commit([{ type: 'synced', node: { ...synced, parent, name: baseName(to) } }]);
  // Its person would look for it where they put it.
  if (refused) work.reporter.activity({ kind: 'failed', path: from, recordId: id, code: refused });
  work.reporter.activity({ kind: 'renamed', path: to, recordId: id });
  return true;
}

/** Removes a clean copy: the server still has its bytes, but this person no longer keeps or sees them. */
export async function removeCopy(work: Work, operation: OperationOf<'remove copy'>): Promise<void> {
  const { id, path, expected } = operation;
  const replaced = await takeAway(work, id, path, expected);
  if (!replaced) return;
  // In one commit: what is written to it later must be known as that record's.
  work.memory.commit([replaced, { type: 'forget', id }]);
  work.reporter.activity({ kind: 'removed', path, recordId: id });
}

export async function removeStray(work: Work, operation: OperationOf<'remove stray'>): Promise<void> {
  const { recordId, path, expected } = operation;
  const replaced = await takeAway(work, recordId, path, expected);
  if (!replaced) return;
  work.memory.commit([replaced]);
  work.reporter.activity({ kind: 'removed', path, recordId });
}

export async function quarantineRecord(work: Work, operation: OperationOf<'quarantine'>): Promise<void> {
  const { id, path } = operation;
  if (await work.isLocked(path)) return;
  await retireFile(work, path, path);
  work.memory.commit([{ type: 'forget', id }]);
}

export async function setAside(work: Work, { path, as, recordId }: OperationOf<'set aside'>): Promise<void> {
  const entry = await work.files.stat(path);
  if (!entry || (entry.kind === 'file' && (await work.isLocked(path)))) return;
  if (as === 'copy') await setAsideAsCopy(work, path, entry.identity, recordId, 'forbidden');
  else await moveAside(work, path, parentPath(path), baseName(path));
}

/** "Dejar de sincronizar": a local delete is never sent. In one commit, because a removed folder held thousands. */
export function stopAll({ memory, reporter }: Work, operations: readonly OperationOf<'stop'>[]): void {
  const nodes = keptNodes(
    memory,
    operations.map(({ id }) => id),
  );
  memory.commit(stopChanges(nodes));
  tellStopped(memory, reporter, nodes);
}

/** Notes the server's place of a node that is not on this computer. */
export function follow(work: Work, { id, library, parent, name }: OperationOf<'follow'>): void {
  const node = work.memory.content.synced.get(id);
  if (node?.stopped) work.memory.commit([{ type: 'synced', node: { ...node, library, parent, name } }]);
}

export async function setWritable(work: Work, operation: OperationOf<'set writable'>): Promise<void> {
  const { id, path, writable } = operation;
  const node = syncedRecord(work, id);
  const before = await work.files.stat(path);
  if (!node || before?.identity !== node.identity || before.stamp !== node.stamp) return;
  await work.files.setWritable(path, writable);
  const after = await work.files.stat(path);
  const untouched = after?.modifiedAt === before.modifiedAt && after.size === before.size;
  const stamp = after && untouched ? after.stamp : '';
  work.memory.commit([{ type: 'synced', node: { ...node, stamp, writable } }]);
  work.touched(parentPath(path));
}
