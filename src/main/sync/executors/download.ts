import type { Memory } from '../engine/comparing/memory.ts';
import type { Failure } from '../engine/failures/failure.ts';
import { classifyFailure } from '../engine/failures/failures.ts';
import { DOWNLOADS, downloadPath } from '../engine/layout.ts';
import { leavingBehind } from '../engine/saves/late-saves.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import { baseName, parentPath, type SyncedRecord } from '../planner/trees.ts';
import { type FileEntry, FilesError } from '../ports/files.ts';
import type { JournalChange } from '../ports/journal.ts';
import { RemoteError } from '../ports/remote.ts';
import { stillThere } from './aside.ts';
import { type Download, type Fetched, fetchAll, type Wanted } from './fetch.ts';
import { replaceFile } from './replacing.ts';

/**
 * Downloads versions to the disk, in the order of docs/protocols/sync.md: first all bytes, each file checked and
 * flushed; then a rename for each; then the flush of the folders; then one commit of the journal for all of them.
 */
export async function downloadAll(
  work: Work,
  operations: readonly Download[],
  tell: boolean,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  await work.files.makeFolder(DOWNLOADS);
  const wanted = operations.map((operation): Wanted => {
    const asked = work.askedFor(operation.id, 'download');
    return { operation, opId: asked ?? work.newId(), told: tell || asked !== undefined };
  });
  for (const { operation, opId, told } of wanted)
    if (told) step(work, operation, opId, 'downloading', { progress: await progressSoFar(work, operation) });
  const { fetched, failed } = await fetchAll(work, wanted);
  for (const { wanted: each, error } of failed) tellFailure(work, each, codeOf(error));
  const ready = announcePlaces(work, fetched);
  const changes: JournalChange[] = ready.map(({ node }) => ({ type: 'placed', identity: node.identity }));
  const placed: Wanted[] = [];
  try {
    for (const { each, node, modifiedAt } of ready) {
      const isPlaced = await putInPlace(work, each.operation, changes).catch((error: unknown) => {
        if (!(error instanceof FilesError) || classifyFailure(error).scope !== 'item') throw error;
        tellFailure(work, each, error.code);
        failures.push({ operation: each.operation, error });
        return false;
      });
      if (!isPlaced) {
        work.touched(parentPath(each.operation.path));
        continue;
      }
      const entry = await work.files.stat(each.operation.path);
      // Our rename changes the stamp; a write would change the modification time. Where that changed, the next scan
      // hashes the file. Where nothing is there, its person has moved it just now: it is found by its identity.
      const untouched = entry?.modifiedAt === modifiedAt && entry.size === node.size;
      const { identity } = entry ?? node;
      changes.push({ type: 'synced', node: { ...node, identity, stamp: untouched ? entry.stamp : '' } });
      placed.push(each);
    }
  } finally {
    for (const folder of new Set(placed.map(({ operation }) => parentPath(operation.path)))) {
      await work.files.syncFolder(folder);
      work.touched(folder);
    }
    work.memory.commit(changes);
  }
  for (const { operation, opId, told } of placed) {
    // It was asked for meanwhile, so it is reported too.
    if (told || work.askedFor(operation.id, 'download'))
      step(work, operation, opId, 'downloaded', { progress: 100 });
    work.reporter.activity({ kind: 'downloaded', path: operation.path, recordId: operation.id });
  }
  for (const { wanted: each, error } of failed) {
    if (!(error instanceof RemoteError || error instanceof FilesError)) throw error;
    // It was deleted meanwhile, or is not visible any more: the feed is read before the next plan.
    const library = work.memory.content.remote.get(each.operation.id)?.library;
    if (library !== undefined && error instanceof RemoteError && error.kind === 'gone') work.stale(library);
    failures.push({ operation: each.operation, error });
  }
  return failures;
}

/** Whole percent of what an earlier attempt has downloaded. */
async function progressSoFar(work: Work, { version: { id, size } }: Download): Promise<number> {
  const have = (await work.files.stat(downloadPath(id)))?.size ?? 0;
  return have < size ? Math.floor((have / size) * 100) : 0;
}

function tellFailure(work: Work, { operation, opId, told }: Wanted, code: string): void {
  const { path, id: recordId } = operation;
  const repeated = work.reporter.hasFailed(path, code) && work.askedFor(recordId, 'download') === undefined;
  if (told) step(work, operation, opId, 'download failed', { error: { code, message: '' }, repeated });
  work.reporter.activity({ kind: 'failed', path, recordId, code });
}

interface Ready {
  readonly each: Wanted;
  readonly node: SyncedRecord;
  readonly modifiedAt: number;
}

/**
 * Notes which file will become which record before any is moved. After a crash between the move and the journal an
 * unknown file would otherwise count as a new one.
 */
function announcePlaces(work: Work, fetched: readonly Fetched[]): Ready[] {
  const ready: Ready[] = [];
  for (const { wanted: each, entry } of fetched) {
    const node = syncedFrom(work, each.operation, entry);
    if (node) ready.push({ each, node, modifiedAt: entry.modifiedAt });
  }
  const changes = ready.flatMap(({ node }): JournalChange[] => [
    { type: 'placing', node },
    ...leavingBehind(work.memory, node.id),
  ]);
  work.memory.commit(changes);
  return ready;
}

/** Moves fetched bytes to their place. @returns false where the disk is no longer as the plan saw it */
async function putInPlace(work: Work, operation: Download, changes: JournalChange[]): Promise<boolean> {
  const { id, path, version, expected } = operation;
  const from = downloadPath(version.id);
  try {
    if (expected) {
      if (!(await stillThere(work, path, expected))) return false;
      changes.push(await replaceFile(work, from, { path, expected, recordId: id }));
    } else {
      if ((await work.isLocked(path)) || !(await isInItsFolder(work, operation))) return false;
      await work.files.move(from, path);
    }
  } catch (error) {
    // A folder is gone, or a name was taken just now: the next scan sees it.
    if (error instanceof FilesError && ['exists', 'missing', 'changed', 'outside'].includes(error.code))
      return false;
    throw error;
  }
  return true;
}

/**
 * Whether a new file's folder is still the one that it was planned for. While its bytes were fetched that one may have
 * been moved, and another made under its name: there the document would count as moved by this person.
 */
async function isInItsFolder(work: Work, { path, place }: Download): Promise<boolean> {
  const { libraries, synced } = work.memory.content;
  // A library's folder is known by its path.
  if (libraries.has(place.parent)) return true;
  const folder = synced.get(place.parent);
  return folder !== undefined && (await work.files.stat(parentPath(path)))?.identity === folder.identity;
}

function syncedFrom(work: Work, operation: Download, entry: FileEntry): SyncedRecord | undefined {
  if (!work.memory.content.remote.has(operation.id)) return undefined;
  const before = syncedRecord(work, operation.id);
  // Not where the server has it by now: it lies where it was planned, and is moved next.
  const { library, parent } = operation.place;
  return {
    kind: 'record',
    id: operation.id,
    library,
    parent,
    name: before?.name ?? baseName(operation.path),
    versionId: operation.version.id,
    sha256: operation.version.sha256,
    size: operation.version.size,
    identity: entry.identity,
    stamp: '',
    writable: operation.writable,
    stopped: false,
    unsure: false,
  };
}

/**
 * After a crash: files that were moved into their place are recognized; the others are fetched again.
 * @param busy records whose download is running, and notes that itself
 */
export function recoverPlaced(
  memory: Memory,
  isThere: (identity: string) => boolean,
  busy: ReadonlySet<string>,
): void {
  const changes: JournalChange[] = [];
  for (const node of memory.content.placing.values()) {
    if (busy.has(node.id)) continue;
    if (isThere(node.identity)) changes.push({ type: 'synced', node });
    changes.push({ type: 'placed', identity: node.identity });
  }
  memory.commit(changes);
}

function step(
  work: Work,
  operation: Download,
  opId: string,
  type: 'downloading' | 'downloaded' | 'download failed',
  {
    repeated,
    ...more
  }: { progress?: number; error?: { code: string; message: string }; repeated?: boolean | undefined },
): void {
  const file = { name: baseName(operation.path), size: operation.version.size };
  work.reporter.step({
    type,
    opId,
    recordId: operation.id,
    versionId: operation.version.id,
    data: { file, ...(repeated ? { repeated } : {}) },
    ...more,
  });
}

function codeOf(error: unknown): string {
  return error instanceof RemoteError || error instanceof FilesError ? error.code : 'internal';
}
