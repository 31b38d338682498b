import type { LocalFile, SyncedRecord } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * Copies of a document in a library that its person was removed from. Under another name they still have its bytes, and
 * are not the person's own work, so they are removed with it.
 * @returns whether none is left, so that the document itself may be removed
 */
export function planUntrackedCopies(draft: PlanDraft, synced: SyncedRecord): boolean {
  const library = draft.options.libraries.get(synced.library);
  if (!library?.left) return true;
  let none = true;
  for (const entry of draft.strangersIn(library.path)) {
    // Its bytes are known at a later plan.
    if (mayBecomeCopy(entry, synced)) {
      draft.unsettled = true;
      none = false;
    } else if (isCopy(entry, synced)) {
      const expected = { identity: entry.identity, stamp: entry.stamp, sha256: synced.sha256 };
      draft.add({ kind: 'remove stray', recordId: synced.id, path: entry.path, expected }, entry.path);
      none = false;
    }
  }
  return none;
}

/**
 * Whether a file may turn out to be a copy: it was not read yet, and has that size or is still growing to it. A file that
 * is never read, such as one larger than any document, must not keep all copies of a library on the disk.
 */
const mayBecomeCopy = ({ sha256, locked, settled, size }: LocalFile, synced: SyncedRecord): boolean =>
  sha256 === undefined && !locked && (size === synced.size || (!settled && size < synced.size));

const isCopy = (entry: LocalFile, synced: SyncedRecord): boolean =>
  entry.sha256 === synced.sha256 && entry.size > 0 && !entry.locked;
