import { isKeptCopyName } from '#shared/platform/files/names.ts';
import type { Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { parentPath } from '../planner/trees.ts';
import type { KeptBlockedItem } from '../ports/journal.ts';
import type { KnownContents } from '../ports/remote.ts';
import { stillThere } from './aside.ts';
import { retireFile } from './retire.ts';

/** What was found in a folder that a backup or a copy brought. */

/** Moves a file with a document's bytes to the document's place, where the next plan knows it. */
export async function takeFound(work: Work, { from, to, expected }: OperationOf<'take'>): Promise<void> {
  if (!(await stillThere(work, from, expected))) return;
  await work.files.move(from, to);
  await work.files.syncFolder(parentPath(to));
  // A copy that was kept for its person and has the document's bytes is the document now. Else it would be set aside again.
  if (work.memory.content.blocked.has(expected.identity))
    work.memory.commit([{ type: 'unblocked', key: expected.identity }]);
  work.touched(parentPath(from));
  work.touched(parentPath(to));
}

/** Asks the server which of these contents are versions of documents. Throws `RemoteError`. */
export function knownOf(work: Work, operations: readonly OperationOf<'sort'>[]): Promise<KnownContents> {
  const hashes = new Set(operations.flatMap(({ sha256 }) => sha256 ?? []));
  return hashes.size === 0 ? Promise.resolve(new Map()) : work.remote.knownContents([...hashes]);
}

/**
 * Decides what becomes of a file that only the folder has. What the server has as some document's version, under another
 * name or in another folder, goes to Retirados; what its person wrote since becomes a document; the rest waits for them,
 * also a copy of a deleted document, whatever its time says.
 * So does a copy that the engine of another account kept for its person: as a document it would be in its own way.
 */
export async function sortFound(
  work: Work,
  { path, identity, sha256, since }: OperationOf<'sort'>,
  known: KnownContents,
): Promise<void> {
  const entry = await work.files.stat(path);
  if (entry?.kind !== 'file' || entry.identity !== identity) {
    work.touched(parentPath(path));
    return;
  }
  const content = sha256 === undefined ? undefined : known.get(sha256);
  if (sha256 !== undefined && content && content.records.size > 0) {
    const expected = { identity, stamp: entry.stamp, sha256 };
    if ((await work.files.hash(path)).sha256 === sha256 && (await stillThere(work, path, expected)))
      await retireFile(work, path, path);
    work.touched(parentPath(path));
    return;
  }
  const item: KeptBlockedItem =
    entry.modifiedAt > since && !content?.isDeleted && !isKeptCopyName(entry.name)
      ? { key: identity, reason: 'refused', again: true, path, localId: work.newId() }
      : { key: identity, reason: 'only-here', path, localId: work.newId() };
  work.memory.commit([{ type: 'blocked', item }]);
}
