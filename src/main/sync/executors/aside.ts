import { clashKey, copyBesideName, uniqueDiskName } from '#shared/platform/files/names.ts';
import type { Work } from '../engine/work/work.ts';
import type { Expected } from '../planner/operations.ts';
import { baseName, joinPath, parentPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { KeptBlockedItem } from '../ports/journal.ts';

/** Moves a file to a free name in a folder, which is made where it is missing. Returns the new path. */
export async function moveAside(work: Work, from: string, folder: string, name: string): Promise<string> {
  await work.files.makeFolder(folder);
  const moving = await work.files.stat(from);
  for (;;) {
    const entries = (await work.files.list(folder)) ?? [];
    const taken = new Set(entries.map((entry) => clashKey(entry.name)));
    // A crash has cut this move in two: then the name that the file has there is kept.
    const begun = entries.find(
      (entry) => entry.identity === moving?.identity && joinPath(folder, entry.name) !== from,
    );
    const to = joinPath(folder, begun?.name ?? uniqueDiskName(name, taken));
    try {
      await work.files.move(from, to);
    } catch (error) {
      // Something else took the name just now.
      if (error instanceof FilesError && error.code === 'exists') continue;
      throw error;
    }
    await work.files.syncFolder(folder);
    work.touched(folder);
    work.touched(parentPath(from));
    return to;
  }
}

/** Keeps refused work beside the original, as a copy that waits for its person. */
export async function setAsideAsCopy(
  work: Work,
  path: string,
  identity: string,
  recordId: string | undefined,
  detail?: string,
): Promise<void> {
  // Remove the record's node first: otherwise the copy would be recognized as the record, renamed.
  if (recordId) work.memory.commit([{ type: 'forget', id: recordId }]);
  await keepAsCopy(work, { from: path, beside: path, identity, recordId, detail });
}

/** Moves a file beside a document, as a copy that waits for its person. */
export async function keepAsCopy(
  work: Work,
  {
    from,
    beside,
    identity,
    recordId,
    detail,
  }: {
    readonly from: string;
    readonly beside: string;
    readonly identity: string;
    readonly recordId: string | undefined;
    readonly detail: string | undefined;
  },
): Promise<void> {
  const item: KeptBlockedItem = {
    key: identity,
    reason: 'copy',
    path: from,
    recordId,
    detail,
    localId: work.newId(),
  };
  work.memory.commit([{ type: 'blocked', item }]);
  const name = copyBesideName(baseName(beside), work.person.name, new Date(work.clock.date()));
  const to = await moveAside(work, from, parentPath(beside), name);
  work.memory.commit([{ type: 'blocked', item: { ...item, path: to } }]);
  // The document may be read only; the copy is its person's own.
  await work.files.setWritable(to, true).catch((error: unknown) => {
    if (!(error instanceof FilesError)) throw error;
  });
  work.reporter.activity({ kind: 'kept-aside', path: to, recordId, code: detail });
}

/** Whether the file is still what the plan saw: the same file, the same bytes, no lock. */
export async function stillThere(work: Work, path: string, expected: Expected): Promise<boolean> {
  if (!work.recheck) return true;
  const entry = await work.files.stat(path);
  if (entry?.kind !== 'file' || entry.identity !== expected.identity) return false;
  if (await work.isLocked(path)) return false;
  if (entry.stamp === expected.stamp) return true;
  return (await work.files.hash(path)).sha256 === expected.sha256;
}
