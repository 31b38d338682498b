import { diskName } from '#shared/platform/files/names.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { baseName, parentPath } from '../planner/trees.ts';
import type { JournalChange } from '../ports/journal.ts';
import { RemoteError } from '../ports/remote.ts';
import { moveAside, setAsideAsCopy, stillThere } from './aside.ts';
import { createdAt, createdChanges } from './create-folders.ts';

/** Small calls to the server. */

/** Makes the folder that takes the place of one which was moved to another library, and notes that this one is left. */
export async function rehomeFolder(work: Work, operation: OperationOf<'rehome folder'>): Promise<void> {
  const { id, path, library, parent, name, existing } = operation;
  const left = work.memory.content.synced.get(id);
  const entry = await work.files.stat(path);
  if (left?.kind !== 'folder' || entry?.kind !== 'folder' || entry.identity !== left.identity) return;
  const to = { library, parent, name, identity: entry.identity };
  const made = existing ?? (await createdAt(work, { ...to, name: titleOf(work, id, name) }));
  // In one commit: one folder on the disk must never stand for two on the server.
  work.memory.commit([
    { type: 'synced', node: { ...left, identity: '', stopped: true, left: true } },
    ...createdChanges(work, to, made),
  ]);
  work.reporter.activity({ kind: 'renamed', path });
}

/** What people call a folder, where that is still what it is called on the disk in other words. */
function titleOf(work: Work, id: string, name: string): string {
  const remote = work.memory.content.remote.get(id);
  const title = remote?.kind === 'folder' ? remote.title : undefined;
  return title !== undefined && diskName(title) === name ? title : name;
}

/** Deletes a folder that was left empty. Where the server keeps it, it comes back to this computer. */
export async function deleteFolder(work: Work, { id }: OperationOf<'delete folder'>): Promise<void> {
  const remote = work.memory.content.remote.get(id);
  if (!remote) return;
  try {
    await work.remote.deleteFolder(work.newId(), id);
    work.memory.commit([
      { type: 'remote gone', id },
      { type: 'forget', id },
    ]);
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind === 'offline' || error.kind === 'unauthorized')
      throw error;
    // Somebody put something into it, or deleted it: the feed tells.
    work.stale(remote.library);
    work.memory.commit([{ type: 'forget', id }]);
  }
}

/** Sends a local rename or move to the server; takes it back where the server refuses. */
export async function moveRemote(work: Work, operation: OperationOf<'move remote'>): Promise<void> {
  const { id, path, library, parent, name } = operation;
  const remote = work.memory.content.remote.get(id);
  const synced = work.memory.content.synced.get(id);
  if (!remote || !synced) return;
  const folder = parent === library ? null : parent;
  try {
    if (remote.kind === 'folder') {
      await work.remote.moveFolder(work.newId(), id, folder, name);
    } else {
      let rev: number | undefined = remote.rev;
      if (remote.parent !== parent) {
        await work.remote.moveRecord(work.newId(), id, library, folder);
        // Whatever name it gets, this is done. The move made another revision of the document.
        const placed = { library, parent };
        work.memory.commit([
          { type: 'remote', node: { ...remote, ...placed } },
          { type: 'synced', node: { ...synced, ...placed } },
        ]);
        rev = undefined;
      }
      if (remote.name !== name) await work.remote.renameRecord(work.newId(), id, rev, name);
    }
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind === 'offline' || error.kind === 'unauthorized')
      throw error;
    // Noted as agreed: the server's own place differs from it, so the file goes back there.
    work.stale(remote.library);
    // Somebody, or a recent upload of this computer, changed the document: it is tried again with its present revision.
    if (error.code === 'rev_changed') return;
    work.memory.commit([{ type: 'synced', node: { ...synced, library, parent, name } }]);
    work.reporter.activity({ kind: 'failed', path, recordId: id, code: error.code });
    return;
  }
  // The feed tells the result, such as another name where this one was taken.
  const moved = { library, parent, name };
  const changes: JournalChange[] = [
    { type: 'remote', node: { ...remote, ...moved } },
    { type: 'synced', node: { ...synced, ...moved } },
  ];
  work.memory.commit(changes);
  work.touched(parentPath(path));
  work.reporter.activity({ kind: 'renamed', path, recordId: id });
}

/**
 * After the server was restored: asks whether it still knows what was synced. If not, the local bytes are the only
 * ones.
 */
export async function verify(work: Work, { id }: OperationOf<'verify'>): Promise<void> {
  const synced = syncedRecord(work, id);
  const remote = work.memory.content.remote.get(id);
  if (!synced || remote?.kind !== 'record') return;
  const versions = await work.remote.versions(id);
  if (versions.some((version) => version.id === synced.versionId)) {
    work.memory.commit([{ type: 'synced', node: { ...synced, unsure: false } }]);
    return;
  }
  // On top of the current version the local bytes are an edit: they are sent as a version on it.
  const { id: versionId, sha256, size } = remote.version;
  work.memory.commit([
    { type: 'synced', node: { ...synced, versionId, sha256, size, stamp: '', unsure: false } },
  ]);
}

/**
 * A file lies where a record belongs that was never synced here. If it is an old version of the record, it becomes its
 * copy; otherwise it gets another name.
 */
export async function identify(work: Work, operation: OperationOf<'identify'>): Promise<void> {
  const { id, path, expected, otherwise } = operation;
  const remote = work.memory.content.remote.get(id);
  if (remote?.kind !== 'record' || !(await stillThere(work, path, expected))) return;
  const known = (await work.remote.versions(id)).find((version) => version.sha256 === expected.sha256);
  if (known) {
    const { library, parent, writable } = remote;
    const place = { kind: 'record', id, library, parent, name: baseName(path), writable } as const;
    const bytes = { versionId: known.id, sha256: known.sha256, size: known.size };
    const { identity, stamp } = expected;
    work.memory.commit([
      { type: 'synced', node: { ...place, ...bytes, identity, stamp, stopped: false, unsure: false } },
    ]);
    return;
  }
  if (otherwise === 'copy') await setAsideAsCopy(work, path, expected.identity, id);
  else await moveAside(work, path, parentPath(path), baseName(path));
}
