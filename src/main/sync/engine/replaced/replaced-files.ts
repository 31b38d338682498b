import { keepAsCopy } from '../../executors/aside.ts';
import { dropSecondName } from '../../executors/removal.ts';
import { retireFile } from '../../executors/retire.ts';
import { beginUpload, finishUpload } from '../../executors/upload.ts';
import { tell } from '../../executors/upload-outcome.ts';
import { joinPath, type LocalTree, parentPath } from '../../planner/trees.ts';
import { type FileEntry, FilesError } from '../../ports/files.ts';
import type { ReplacedFile } from '../../ports/journal.ts';
import { ASIDE } from '../layout.ts';
import { syncedRecord, type Work } from '../work/work.ts';
import { describeUnknown, dropDoubles } from './recover-replaced.ts';
import { type RemovalWork, ReplacedRemoval } from './replaced-removal.ts';
import type { Retention } from './replaced-retention.ts';

const EMPTY_SIZE = 0;
/** A changed file that is not settled yet. */
interface Changing {
  readonly stamp: string;
  /** Since when it has this stamp, on the clock's scale. */
  readonly since: number;
}

/**
 * Files that were replaced or moved from their places, which a program may still have open (decision 0033). Their
 * stamps are compared at every full scan, and when the watcher reports their former path: systems report a write
 * through a handle under the name by which the file was opened. What was written becomes a version on the one that the
 * file held, or a copy beside the document, or goes to Retirados. Unchanged ones are deleted after a while, within a
 * budget.
 */
export class ReplacedFiles {
  private readonly settleMs: number;
  private readonly distanceMs: number;
  /** Paths at which something may have changed. */
  private readonly paths = new Set<string>();
  /** Those that were compared since they were replaced, or that the server refused; with their base at that time. */
  private readonly seen = new Map<string, string | undefined>();
  private readonly changing = new Map<string, Changing>();
  private readonly sentAt = new Map<string, number>();
  private readonly removal: ReplacedRemoval;
  private full = true;

  /**
   * @param settleMs how long a file must be left alone before its bytes are uploaded
   * @param distanceMs between two versions of one file that its program goes on writing, perhaps for hours
   */
  constructor(retention: Retention, settleMs: number, distanceMs: number) {
    this.removal = new ReplacedRemoval(retention, (name) => this.forget(name));
    this.settleMs = settleMs;
    this.distanceMs = distanceMs;
  }

  /** Something may have changed at a path. */
  mark(path: string): void {
    this.paths.add(path);
  }

  /** The next look compares all of them. */
  markAll(): void {
    this.full = true;
  }

  /**
   * Handles what was written, and deletes those that are due. Throws `RemoteError` where the server cannot be reached.
   * @returns when something will have settled, on the clock's scale
   */
  async look(work: Work, tree: LocalTree): Promise<number | undefined> {
    const { full } = this;
    const names = this.doubtful(work.memory.content.replaced.values());
    this.paths.clear();
    const entries = full ? await this.all(work) : await this.some(work, names);
    this.full = false;
    try {
      const times: number[] = [];
      for (const entry of entries) {
        const due = await this.judge(work, entry, tree);
        if (due !== undefined) times.push(due);
      }
      if (full) await this.removal.dropExpired(work, entries);
      return times.length > 0 ? Math.min(...times) : undefined;
    } catch (error) {
      this.full ||= full;
      throw error;
    }
  }

  /**
   * Deletes unchanged ones that are due or over the budget: the disk is full.
   * @returns whether any was there, of which some may be deleted later
   */
  dropExcess(work: RemovalWork): Promise<boolean> {
    return this.removal.dropExcess(work);
  }

  /**
   * Deletes unchanged ones as far as that makes room for something that waits for it: see `ReplacedRemoval`.
   * @returns how many bytes were given
   */
  giveRoom(work: RemovalWork, wanted: readonly number[], free: number): Promise<number> {
    return this.removal.giveRoom(work, wanted, free);
  }

  private async all(work: Work): Promise<readonly FileEntry[]> {
    const { replaced } = work.memory.content;
    const entries = ((await work.files.list(ASIDE)) ?? []).filter(({ kind }) => kind === 'file');
    const there = new Set(entries.map(({ name }) => name));
    const gone = [...replaced.keys()].filter((name) => !there.has(name));
    for (const name of gone) this.forget(name);
    work.memory.commit(gone.map((name) => ({ type: 'replaced gone', name })));
    return entries;
  }

  /** Those that may have changed since the last look. */
  private doubtful(files: Iterable<ReplacedFile>): ReadonlySet<string> {
    const names = new Set(this.changing.keys());
    for (const { name, path, stamp, base } of files) {
      if (this.paths.has(path)) names.add(name);
      // Only once: what cannot be settled now waits for a full scan.
      if (stamp !== '' || (this.seen.has(name) && this.seen.get(name) === base)) continue;
      this.seen.set(name, base);
      names.add(name);
    }
    return names;
  }

  private async some(work: Work, names: ReadonlySet<string>): Promise<readonly FileEntry[]> {
    const entries: FileEntry[] = [];
    for (const name of names) {
      const entry = await work.files.stat(joinPath(ASIDE, name));
      if (entry) entries.push(entry);
      else this.forget(name);
    }
    return entries;
  }

  private forget(name: string): void {
    this.changing.delete(name);
    this.sentAt.delete(name);
    this.seen.delete(name);
  }

  /** @returns when to compare it again */
  private async judge(work: Work, entry: FileEntry, tree: LocalTree): Promise<number | undefined> {
    const file = work.memory.content.replaced.get(entry.name) ?? describeUnknown(work, entry.name);
    if (!file || isUnderWay(work, entry.name)) return undefined;
    if (file.stamp === entry.stamp) {
      this.changing.delete(entry.name);
      return undefined;
    }
    const now = work.clock.now();
    const before = this.changing.get(entry.name);
    const since = before?.stamp === entry.stamp ? before.since : now;
    this.changing.set(entry.name, { stamp: entry.stamp, since });
    const due = since + this.settleMs;
    if (now < due) return due;
    try {
      return await this.settled(work, file, entry, tree);
    } catch (error) {
      // It could not be read, copied or moved: the next full scan tries again.
      if (!(error instanceof FilesError)) throw error;
      this.changing.delete(entry.name);
      return undefined;
    }
  }

  private async settled(
    work: Work,
    file: ReplacedFile,
    entry: FileEntry,
    tree: LocalTree,
  ): Promise<number | undefined> {
    const path = joinPath(ASIDE, entry.name);
    // A crash left it in its place with both names. What is written to it is seen at its place.
    const other = [...tree.values()].find((each) => each.identity === entry.identity);
    if (
      (other && (await dropSecondName(work.files, path, other.path))) ||
      (await dropDoubles(work, entry.identity)).includes(entry.name)
    ) {
      this.forget(entry.name);
      work.memory.commit([{ type: 'replaced gone', name: entry.name }]);
      return undefined;
    }
    const { sha256 } = await work.files.hash(path);
    const after = await work.files.stat(path);
    if (after?.stamp !== entry.stamp) return work.clock.now() + this.settleMs;
    if (sha256 === file.sha256 || isKnown(work, file.recordId, sha256) || !work.recheck) {
      this.changing.delete(entry.name);
      work.memory.commit([{ type: 'replaced', file: { ...file, sha256, stamp: entry.stamp } }]);
      return undefined;
    }
    if (!work.memory.content.replaced.has(file.name)) work.memory.commit([{ type: 'replaced', file }]);
    // Truncated, as some programs begin to save: nothing has to be kept until something is written.
    if (entry.size === EMPTY_SIZE) {
      this.changing.delete(entry.name);
      return undefined;
    }
    const next = (this.sentAt.get(entry.name) ?? Number.NEGATIVE_INFINITY) + this.distanceMs;
    if (work.clock.now() < next) return next;
    this.changing.delete(entry.name);
    this.sentAt.set(entry.name, work.clock.now());
    await this.save(work, file, entry, sha256);
    // Both sides differ from what was compared.
    return work.clock.now();
  }

  /** Makes a version on the one that the file held, where this person may add one; else a copy that they find. */
  private async save(work: Work, file: ReplacedFile, entry: FileEntry, sha256: string): Promise<void> {
    const remote = work.memory.content.remote.get(file.recordId);
    if (remote?.kind !== 'record' || !remote.writable || file.base === undefined) {
      await this.keepCopy(work, file, entry);
      return;
    }
    const pending = await beginUpload(work, {
      opId: work.newId(),
      kind: 'version',
      library: remote.library,
      path: joinPath(parentPath(file.path), syncedRecord(work, file.recordId)?.name ?? remote.name),
      origin: joinPath(ASIDE, file.name),
      identity: entry.identity,
      stamp: entry.stamp,
      sha256,
      recordId: file.recordId,
      base: file.base,
      replaced: file.name,
    });
    if (!pending) return;
    work.memory.commit([{ type: 'operation', operation: pending }]);
    tell(work, pending, 'file changed');
    await finishUpload(work, pending);
    const after = work.memory.content.replaced.get(file.name);
    // Refused: the server said why, and the work is put where its person finds it.
    if (after && after.base === undefined && !isUnderWay(work, file.name))
      await this.keepCopy(work, after, entry);
  }

  /** Moves the file itself, so that what its program goes on writing is found there too. */
  private async keepCopy(work: Work, file: ReplacedFile, { identity }: FileEntry): Promise<void> {
    const from = joinPath(ASIDE, file.name);
    const { recordId } = file;
    const isSeen = work.memory.content.remote.has(recordId);
    const folder = isSeen ? await work.files.stat(parentPath(file.path)) : undefined;
    if (folder?.kind === 'folder')
      await keepAsCopy(work, { from, beside: file.path, identity, recordId, detail: undefined });
    else await retireFile(work, from, file.path);
    this.forget(file.name);
    work.memory.commit([{ type: 'replaced gone', name: file.name }]);
  }
}

/** Whether the server has these bytes as the current version, or as the synced one. */
function isKnown(work: Work, recordId: string, sha256: string): boolean {
  const remote = work.memory.content.remote.get(recordId);
  return (
    (remote?.kind === 'record' && remote.version.sha256 === sha256) ||
    syncedRecord(work, recordId)?.sha256 === sha256
  );
}

/** Whether what was written to it is being sent: then the journal has the upload, which goes on by itself. */
function isUnderWay(work: Work, name: string): boolean {
  for (const { replaced } of work.memory.content.operations.values()) if (replaced === name) return true;
  return false;
}
