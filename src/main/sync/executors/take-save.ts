import { knownTo } from '../engine/work/known-contents.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { parentPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { JournalChange } from '../ports/journal.ts';
import type { KnownContents } from '../ports/remote.ts';
import { stillThere } from './aside.ts';
import { replaceFile } from './replacing.ts';

/** Asks the server which of the saved contents are versions of documents. Throws `RemoteError`. */
export function knownSaves(
  work: Work,
  operations: readonly OperationOf<'take save'>[],
): Promise<KnownContents> {
  return knownTo(work, [...new Set(operations.map(({ expected }) => expected.sha256))]);
}

/**
 * Puts what a program saved where a document lay before in the place of the document's file, which is kept as any replaced
 * one. The next look finds an edit there. What the journal must know of it is written first: after a crash in between the
 * file is in one of both places, and either is planned for.
 *
 * A content that the server has as an earlier version, or as one of another document, was put there by a backup or a person:
 * that is a new file.
 */
export async function takeSave(
  work: Work,
  operation: OperationOf<'take save'>,
  known: KnownContents,
): Promise<void> {
  const { id, from, to, expected, replaced } = operation;
  const synced = syncedRecord(work, id);
  const place = work.memory.content.vacated.get(from);
  if (place?.recordId !== id || synced?.sha256 !== replaced.sha256) return;
  if (known.has(expected.sha256) && expected.sha256 !== replaced.sha256) {
    work.memory.commit([{ type: 'vacated gone', path: from }]);
    return;
  }
  work.touched(parentPath(from));
  work.touched(parentPath(to));
  if (!(await stillThere(work, from, expected)) || !(await stillThere(work, to, replaced))) return;
  const changes: JournalChange[] = [{ type: 'vacated', place: { ...place, taken: expected.sha256 } }];
  // Its program has not seen the version that was fetched since: the save is one on what it had.
  const { base, taken } = place;
  if (base && base.versionId !== synced.versionId && synced.sha256 !== taken)
    changes.push({ type: 'synced', node: { ...synced, ...base, stamp: '' } });
  work.memory.commit(changes);
  try {
    const noted = await replaceFile(work, from, { path: to, expected: replaced, recordId: id });
    await work.files.syncFolder(parentPath(to));
    if (parentPath(from) !== parentPath(to)) await work.files.syncFolder(parentPath(from));
    work.memory.commit([noted]);
  } catch (error) {
    // It was saved again just now, or moved: the next look sees it.
    if (error instanceof FilesError && ['exists', 'missing', 'changed', 'outside'].includes(error.code))
      return;
    throw error;
  }
  work.reporter.activity({ kind: 'saved-before', path: to, from, recordId: id });
}
