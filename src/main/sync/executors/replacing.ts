import { ASIDE, asideName } from '../engine/layout.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import type { Expected } from '../planner/operations.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { JournalChange, ReplacedFile } from '../ports/journal.ts';
import { stillThere } from './aside.ts';
import { dropCopy, dropSecondName } from './removal.ts';

/**
 * A file that is replaced, or moved from its place, keeps a second name: a program that has it open goes on writing
 * into it, and its work would otherwise be lost. `replaced-files.ts` handles what is written.
 */

const pathOf = ({ name }: ReplacedFile): string => joinPath(ASIDE, name);

/** The name and description of the file at a path once it is replaced. */
function replacedFile(work: Work, path: string, sha256: string, recordId: string): ReplacedFile {
  const synced = syncedRecord(work, recordId);
  const remote = work.memory.content.remote.get(recordId);
  const base = synced?.versionId;
  return {
    name: asideName({ sha256, recordId, base }, work.newId()),
    recordId,
    library: synced?.library ?? remote?.library ?? '',
    path,
    base,
    sha256,
    stamp: '',
    since: work.clock.date(),
    withdrawn: remote === undefined,
  };
}

/**
 * Replaces the file at `path`, which keeps a second name. Throws `changed` where another file is there by now, and
 * `busy` where a program writes into it and the disk has no hard links, because what it wrote would be lost.
 * @returns what to note of the replaced file
 */
export async function replaceFile(
  work: Work,
  from: string,
  { path, expected, recordId }: { path: string; expected: Expected; recordId: string },
): Promise<JournalChange> {
  const file = replacedFile(work, path, expected.sha256, recordId);
  const aside = pathOf(file);
  await work.files.makeFolder(ASIDE);
  const isCopy = (await work.files.link(path, aside)) === 'copied';
  try {
    if (isCopy && (await work.files.openForWriting([expected])).size > 0) throw new FilesError('busy', path);
    // A copy lacks what is written after it was made; a hard link does not.
    const looked = isCopy ? expected : { identity: expected.identity };
    await work.files.replace(from, path, work.recheck ? looked : undefined);
  } catch (error) {
    // Where another file took the place just now, this may be the only name of the replaced one: the next look finds
    // it.
    if (!isCopy) await dropSecondName(work.files, aside, path);
    else if ((await work.files.stat(path))?.identity === expected.identity) await dropCopy(work.files, aside);
    throw error;
  }
  return { type: 'replaced', file: await lookedAt(work, file) };
}

/**
 * Removes a file whose bytes the server has from its place.
 * @returns what to note of it; `undefined` where it is not as expected any more
 */
export async function takeAway(
  work: Work,
  recordId: string,
  path: string,
  expected: Expected,
): Promise<JournalChange | undefined> {
  if (!(await stillThere(work, path, expected))) return undefined;
  const file = replacedFile(work, path, expected.sha256, recordId);
  await work.files.makeFolder(ASIDE);
  await work.files.move(path, pathOf(file));
  await work.files.syncFolder(parentPath(path));
  work.touched(parentPath(path));
  return { type: 'replaced', file: await lookedAt(work, file) };
}

/** A program may have written into it between the last check and now. With a changed stamp it is checked again. */
async function lookedAt(work: Work, file: ReplacedFile): Promise<ReplacedFile> {
  const before = await work.files.stat(pathOf(file));
  if (!before) return file;
  if (!work.recheck) return { ...file, stamp: before.stamp };
  const { sha256 } = await work.files.hash(pathOf(file));
  const after = await work.files.stat(pathOf(file));
  const isClean = sha256 === file.sha256 && after?.stamp === before.stamp;
  return isClean ? { ...file, stamp: before.stamp } : file;
}
