import { keepAsCopy } from '../../executors/aside.ts';
import { dropReplaced, dropSecondName } from '../../executors/removal.ts';
import { retireFile } from '../../executors/retire.ts';
import { beginUpload, finishUpload } from '../../executors/upload.ts';
import { tell } from '../../executors/upload-outcome.ts';
import { joinPath, type LocalTree, parentPath } from '../../planner/trees.ts';
import { type FileEntry, FilesError } from '../../ports/files.ts';
import type { ReplacedFile } from '../../ports/journal.ts';
import { ASIDE, readAside } from '../layout.ts';
import { syncedRecord, type Work } from '../work.ts';
import { expired, type Retention } from './replaced-retention.ts';

/** The open files of all programs are looked through for replaced ones at most this often, in milliseconds. */
const ASK_MS = 3_600_000;
const EMPTY_SIZE = 0;

/** Where a changed file stands on its way to be left alone. */
interface Changing {
  readonly stamp: string;
  /** Since when it has this stamp, on the clock's scale. */
  readonly since: number;
}

/**
 * Files that were replaced or taken from their places, which a program may still have open (decision 0033). Each is looked
 * at, by its stamp, with every full look and where the watcher tells of its former place: a system tells of a write through
 * a handle under the name by which the file was opened. What was written becomes a version on the one that the file held,
 * or a copy beside the document, or goes to Retirados. The others are dropped after a while, within a budget.
 */
export class ReplacedFiles {
  private readonly retention: Retention;
  private readonly settleMs: number;
  private readonly distanceMs: number;
  /** Paths at which something may have changed. */
  private readonly paths = new Set<string>();
  /** Those that were looked at since they were replaced, or refused by the server; with the base that they had then. */
  private readonly seen = new Map<string, string | undefined>();
  private readonly changing = new Map<string, Changing>();
  private readonly sentAt = new Map<string, number>();
  private full = true;
  private askedAt = Number.NEGATIVE_INFINITY;
  private bytesAsked = 0;

  /**
   * @param settleMs how long a file must be left alone before its bytes are taken up
   * @param distanceMs between two versions of what is written into one file: its writer may go on for hours
   */
  constructor(retention: Retention, settleMs: number, distanceMs: number) {
    this.retention = retention;
    this.settleMs = settleMs;
    this.distanceMs = distanceMs;
  }

  /** Something may have changed at a path. */
  mark(path: string): void {
    this.paths.add(path);
  }

  /** The next look is at all of them. */
  markAll(): void {
    this.full = true;
  }

  /**
   * Sees to what was written, and drops what is due. Raises `RemoteError` where the server cannot be reached.
   *
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
      if (full) await this.dropExpired(work, entries);
      return times.length > 0 ? Math.min(...times) : undefined;
    } catch (error) {
      this.full ||= full;
      throw error;
    }
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
      // Once: what cannot be settled now waits for a full look.
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

  /** @returns when it is to be looked at again */
  private async judge(work: Work, entry: FileEntry, tree: LocalTree): Promise<number | undefined> {
    const file = work.memory.content.replaced.get(entry.name) ?? found(work, entry.name);
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
      // This one could not be read, copied or moved: the next full look tries again.
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
    // A crash left it in its place, under both names: what is written to it is seen there.
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
    // Cut to nothing, as some programs begin to save: there is nothing to be kept until something is written.
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

  /** A version on the one that the file held, where this person may add one; else a copy that they find. */
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

  /** The file itself is moved: what its program goes on writing is found there too. */
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

  private async dropExpired(work: Work, entries: readonly FileEntry[]): Promise<void> {
    const { replaced } = work.memory.content;
    const due = await expired(work, this.retention, entries);
    if (due.length === 0) return;
    const now = work.clock.now();
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    // Whoever has one of them open may have it for days: the question is dear, and not asked at every look.
    if (now - this.askedAt < Math.min(ASK_MS, this.retention.keepMs) && bytes <= this.bytesAsked) return;
    this.askedAt = now;
    const writers = await work.files.openForWriting(due);
    const gone: string[] = [];
    let kept = 0;
    for (const { name, identity, stamp, size } of due) {
      const isDropped = !writers.has(identity) && (await dropReplaced(work.files, name, { identity, stamp }));
      if (isDropped) gone.push(name);
      else kept += size;
    }
    this.bytesAsked = kept;
    for (const name of gone) this.forget(name);
    work.memory.commit(
      gone.filter((name) => replaced.has(name)).map((name) => ({ type: 'replaced gone', name }) as const),
    );
  }
}

/**
 * A crash leaves the second name of a file that then stayed in its place, and got another one when it was replaced later.
 * @returns the names that were dropped: the one that the journal knows stays
 */
async function dropDoubles(work: Work, identity: string): Promise<readonly string[]> {
  const names = ((await work.files.list(ASIDE)) ?? [])
    .filter((entry) => entry.identity === identity)
    .map(({ name }) => name);
  const stays = names.find((name) => work.memory.content.replaced.has(name)) ?? names[0];
  const dropped: string[] = [];
  for (const name of names) {
    if (stays === undefined || name === stays) continue;
    if (await dropSecondName(work.files, joinPath(ASIDE, name), joinPath(ASIDE, stays))) dropped.push(name);
  }
  return dropped;
}

/** One that the journal does not know: it was lost, or a crash came before its commit. Not ours where it is called otherwise. */
function found(work: Work, name: string): ReplacedFile | undefined {
  const known = readAside(name);
  if (!known) return undefined;
  const node =
    work.memory.content.synced.get(known.recordId) ?? work.memory.content.remote.get(known.recordId);
  return {
    ...known,
    name,
    library: node?.library ?? '',
    path: node ? placeOf(work, node.parent, node.name) : name,
    stamp: '',
    since: work.clock.date(),
    withdrawn: !work.memory.content.remote.has(known.recordId),
  };
}

/** Where a node lies by the journal. */
function placeOf(work: Work, parent: string, name: string): string {
  const { libraries, synced, remote } = work.memory.content;
  const library = libraries.get(parent);
  if (library) return joinPath(library.path, name);
  const folder = synced.get(parent) ?? remote.get(parent);
  return folder ? joinPath(placeOf(work, folder.parent, folder.name), name) : name;
}

/** Whether the server has these bytes as what is current, or as what was synced: they are no news to it. */
function isKnown(work: Work, recordId: string, sha256: string): boolean {
  const remote = work.memory.content.remote.get(recordId);
  return (
    (remote?.kind === 'record' && remote.version.sha256 === sha256) ||
    syncedRecord(work, recordId)?.sha256 === sha256
  );
}

/** Whether what was written to it is being sent: then it is in the journal, and goes on by itself. */
function isUnderWay(work: Work, name: string): boolean {
  for (const { replaced } of work.memory.content.operations.values()) if (replaced === name) return true;
  return false;
}
