import { clashKey, copyBesideName, uniqueDiskName } from '#shared/domain/names.ts';
import { ASIDE, asidePath, quarantineFolder, RECOVERED, readAside } from '../layout.ts';
import type { Expected } from '../operations.ts';
import { FilesError } from '../ports/files.ts';
import type { KeptBlockedItem } from '../ports/journal.ts';
import { baseName, joinPath, parentPath } from '../trees.ts';
import { libraryFolder, syncedRecord, type Work } from '../work.ts';

/** How long a replaced file is kept under its second name: a program may still write into it. */
const ASIDE_MS = 60_000;

/** Moves a file to a free name in a folder that is made if need be, and says where it went. */
export async function moveAside(work: Work, from: string, folder: string, name: string): Promise<string> {
  await work.files.makeFolder(folder);
  const moving = await work.files.stat(from);
  for (;;) {
    const entries = (await work.files.list(folder)) ?? [];
    const taken = new Set(entries.map((entry) => clashKey(entry.name)));
    // It is there already where a crash cut the move in two: then that is its name.
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

/** Keeps a file that its person may not send any more, in `Retirados/<biblioteca>/`. */
export async function quarantine(work: Work, from: string, library: string, name: string): Promise<void> {
  const to = await moveAside(work, from, quarantineFolder(library), name);
  work.reporter.activity({ kind: 'kept-aside', path: to });
}

/** Keeps refused work beside the original, as a copy that waits for its person. */
export async function setAsideAsCopy(
  work: Work,
  path: string,
  identity: string,
  recordId: string | undefined,
  detail?: string,
): Promise<void> {
  const item: KeptBlockedItem = {
    key: identity,
    reason: 'copy',
    path,
    recordId,
    detail,
    localId: work.newId(),
  };
  work.memory.commit([
    // Forgotten first: else the copy would pass for the record itself, renamed.
    ...(recordId ? [{ type: 'forget', id: recordId } as const] : []),
    { type: 'blocked', item },
  ]);
  const name = copyBesideName(baseName(path), work.person.name, new Date(work.clock.date()));
  const to = await moveAside(work, path, parentPath(path), name);
  work.memory.commit([{ type: 'blocked', item: { ...item, path: to } }]);
  work.reporter.activity({ kind: 'kept-aside', path: to, recordId, code: detail });
}

/** Whether the file is still what the plan saw: the same file, the same bytes, no lock on it. */
export async function stillThere(work: Work, path: string, expected: Expected): Promise<boolean> {
  if (!work.recheck) return true;
  const entry = await work.files.stat(path);
  if (entry?.kind !== 'file' || entry.identity !== expected.identity) return false;
  if (await work.isLocked(path)) return false;
  if (entry.stamp === expected.stamp) return true;
  return (await work.files.hash(path)).sha256 === expected.sha256;
}

/**
 * Gives the file that is about to go a second name; after it went, `settleAside` looks whether somebody
 * wrote into it in between.
 */
export async function linkAside(work: Work, path: string, sha256: string, recordId: string): Promise<string> {
  await work.files.makeFolder(ASIDE);
  const aside = asidePath(sha256, recordId, work.newId());
  await work.files.link(path, aside);
  return aside;
}

/** Looks at a file set aside: other bytes than the server's are somebody's work, and go to quarantine. */
export async function settleAside(work: Work, aside: string): Promise<boolean> {
  const known = readAside(baseName(aside));
  if (!known || !work.recheck) return true;
  const { sha256 } = await work.files.hash(aside);
  if (sha256 === known.sha256) return true;
  const record = syncedRecord(work, known.recordId) ?? work.memory.content.remote.get(known.recordId);
  const library = record && work.memory.content.libraries.get(record.library);
  const folder = library ? libraryFolder(work, library.id) : RECOVERED;
  await quarantine(work, aside, folder, record?.name ?? 'recuperado');
  return false;
}

/**
 * Goes through the files set aside: those that nobody wrote into any more are removed. `seen` remembers
 * since when each was found unchanged; all are, when the engine has just started.
 */
export async function sweepAside(work: Work, seen: Map<string, number>, starting: boolean): Promise<void> {
  const now = work.clock.now();
  for (const entry of (await work.files.list(ASIDE)) ?? []) {
    const path = joinPath(ASIDE, entry.name);
    if (!(await settleAside(work, path))) continue;
    const since = seen.get(path) ?? now;
    seen.set(path, since);
    if (starting || now - since >= ASIDE_MS) {
      await work.files.remove(path);
      seen.delete(path);
    }
  }
}
