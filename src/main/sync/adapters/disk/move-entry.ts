import { type BigIntStats, linkSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FilesError } from '../../ports/files.ts';
import { type CallPath, hasNoLinks } from './disk-errors.ts';
import { unlinkExpected } from './disk-removal.ts';

/**
 * Moves a file or folder, and replaces nothing; see `Files.move`. Synchronous: through a thread each of the calls costs
 * several times as much, and the first sync of a folder makes one move for each document. Throws `FilesError`, and the
 * system's errors.
 */
export function moveEntry(from: CallPath, to: CallPath): void {
  const moving = lookAt(from.absolute);
  if (!moving) throw new FilesError('missing', from.path);
  // Also a symbolic link: linking it may link what it leads to.
  if (moving.isFile()) moveFile(from, to, moving);
  else if (isFree(to, moving)) renameSync(from.absolute, to.absolute);
  else finishMove(from, to);
}

/** Link and unlink cannot replace anything. A rename would replace a file that was put there just now. */
function moveFile(from: CallPath, to: CallPath, moving: BigIntStats): void {
  try {
    linkSync(from.absolute, to.absolute);
  } catch (error) {
    if (!isFree(to, moving)) finishMove(from, to);
    else if (hasNoLinks(error)) renameSync(from.absolute, to.absolute);
    else throw error;
    return;
  }
  // A program that saves by renaming may have put a new file under the old name just now: that file stays.
  try {
    unlinkExpected(from.absolute, (there) => isSame(there, moving));
  } catch (error) {
    // The name cannot be removed there, so the file keeps the one name that it had.
    unlinkExpected(to.absolute, (there) => isSame(there, moving) && there.nlink > 1n);
    throw error;
  }
}

/** Whether nothing has the name yet; false where `moving` has it already. Throws `exists` where something else has. */
function isFree({ path, absolute }: CallPath, moving: BigIntStats): boolean {
  const there = lookAt(absolute);
  if (there && !isSame(there, moving)) throw new FilesError('exists', path);
  return there === undefined;
}

/**
 * A crash between the two steps of a move leaves both names, and a rename from one to the other does nothing then.
 * Where the disk takes both spellings for one name, only one is listed, and it stays.
 */
function finishMove({ absolute: source }: CallPath, { absolute: target }: CallPath): void {
  renameSync(source, target);
  const listed = (path: string) => readdirSync(dirname(path)).includes(basename(path));
  const kept = lstatSync(target, { bigint: true });
  if (source === target || kept.nlink < 2n) return;
  if (listed(source) && listed(target))
    unlinkExpected(source, (there) => isSame(there, kept) && there.nlink > 1n);
}

const lookAt = (absolute: string): BigIntStats | undefined =>
  lstatSync(absolute, { bigint: true, throwIfNoEntry: false });

const isSame = (one: BigIntStats, other: BigIntStats): boolean =>
  one.dev === other.dev && one.ino === other.ino;
