import { isIgnored } from '#shared/platform/files/ignored-names.ts';
import { forEachLimited } from '../executors/limited.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import type { Clock } from '../ports/clock.ts';
import { type FileEntry, type Files, FilesError } from '../ports/files.ts';
import type { IgnoreRules, Rules } from './ignore-rules.ts';
import { LocalFolders } from './local-folders.ts';
import { type NotSynced, notSyncedIn } from './not-synced.ts';
import { UnreadItems } from './unread.ts';

const FOLDERS_AT_ONCE = 16;

/** Lists the folders of the disk, and knows what of them is ignored, cannot be read, or is never synced. */
export class FolderLister {
  readonly folders = new LocalFolders();
  readonly unread = new UnreadItems();
  private readonly odd = new Map<string, readonly NotSynced[]>();
  /** By folder, the identities of the files in it whose names are ignored. */
  private readonly aside = new Map<string, ReadonlySet<string>>();
  private roots: readonly string[] = [];
  private readonly files: Files;
  private readonly clock: Clock;
  private readonly rules: IgnoreRules;
  /** The rules by which the tree was judged: when they change, folders that were ignored are listed. */
  private judgedBy: Rules;

  constructor(files: Files, clock: Clock, rules: IgnoreRules) {
    this.files = files;
    this.clock = clock;
    this.rules = rules;
    this.judgedBy = rules.current;
  }

  /** The tree agrees with these rules now. */
  setJudgedBy(rules: Rules): void {
    this.judgedBy = rules;
  }

  isJudgedBy(rules: Rules): boolean {
    return rules === this.judgedBy;
  }

  /** What is never synced though a person may expect it to be. */
  get notSynced(): readonly NotSynced[] {
    return [...this.odd].flatMap(([path, odd]) => (this.folders.has(path) ? odd : []));
  }

  /** Folders of libraries that do not exist. */
  get missingRoots(): readonly string[] {
    return this.roots.filter((root) => !(this.folders.has(root) || this.unread.has(root)));
  }

  /** Whether a file of this identity lies in a folder under a name that is ignored, as programs keep what they replace. */
  readonly keepsAside = (folder: string, identity: string): boolean =>
    this.folders.has(folder) && this.aside.get(folder)?.has(identity) === true;

  /** Forgets what could not be read and is not there any more. */
  sweep(): void {
    this.unread.sweep(this.folders.tree, this.roots);
  }

  /** Lists `dirty` folders again (all below `roots`, where `full`), and those that are new. */
  async list(roots: readonly string[], dirty: ReadonlySet<string>, full: boolean): Promise<void> {
    for (const root of this.roots) if (!roots.includes(root)) this.folders.drop(root);
    this.roots = roots;
    // A link may have come in the place of the folder above.
    const below = roots.filter((root) => dirty.has(parentPath(root)));
    const again = full ? roots : new Set([...dirty, ...below].filter((path) => this.folders.has(path)));
    for (const root of roots) if (!this.folders.has(root)) await this.listFolder(root, true);
    for (const path of again) await this.listFolder(path, full);
    for (const path of this.unread.dueFolders(this.clock.now())) await this.listFolder(path, true);
    if (this.folders.waiting().next().done) return;
    // A file that moved between two listings would seem to be in both folders.
    for (const folder of this.folders.seenTwice()) await this.listFolder(folder, false);
  }

  private async listFolder(path: string, deep: boolean): Promise<void> {
    const entries = await this.entriesOf(path);
    if (!entries) {
      this.folders.drop(path);
      this.odd.delete(path);
      this.aside.delete(path);
      return;
    }
    const odd = notSyncedIn(path, entries, this.rules.current.own, this.clock.date());
    if (odd.length > 0) this.odd.set(path, odd);
    else this.odd.delete(path);
    const ignored = entries.filter((entry) => entry.kind === 'file' && isIgnored(entry.name));
    if (ignored.length > 0) this.aside.set(path, new Set(ignored.map(({ identity }) => identity)));
    else this.aside.delete(path);
    const counts = (entry: FileEntry) => this.counts(path, entry);
    this.folders.list(path, entries, counts);
    const below = entries.filter((entry) => entry.kind === 'folder' && counts(entry));
    await forEachLimited(below, FOLDERS_AT_ONCE, async ({ name }) => {
      const folder = joinPath(path, name);
      if (deep || !this.folders.has(folder)) await this.listFolder(folder, deep);
    });
  }

  /** The entries of a folder; `undefined` where it does not exist, or cannot be listed, which is noted. */
  private async entriesOf(path: string): Promise<readonly FileEntry[] | undefined> {
    try {
      if (this.roots.includes(path)) await this.assertNoLinkAbove(path);
      const entries = await this.files.list(path);
      this.unread.delete(path);
      return entries?.map((entry) => (entry.special === 'unreadable' ? this.asKnown(path, entry) : entry));
    } catch (error) {
      this.unread.take(path, 'folder', undefined, error, this.clock.now());
      return undefined;
    }
  }

  /** The port refuses links too, but may know a folder above for a moment that is a link since. Throws `FilesError`. */
  private async assertNoLinkAbove(root: string): Promise<void> {
    const above = await this.files.stat(parentPath(root));
    if (above?.special === 'link') throw new FilesError('outside', root);
  }

  /** An entry that cannot be read now, as it was known before. */
  private asKnown(folder: string, entry: FileEntry): FileEntry {
    const path = joinPath(folder, entry.name);
    const error = new FilesError('failed', path, 'EIO');
    // Where it is unknown, it may be a folder: what lies in it is hidden too.
    this.unread.take(path, 'folder', undefined, error, this.clock.now());
    const known = this.folders.tree.get(path);
    if (!known) return entry;
    const { name, kind, identity } = known;
    const { stamp, size } = known.kind === 'file' ? known : { stamp: '', size: 0 };
    return { name, kind, identity, stamp, size, modifiedAt: 0 };
  }

  /** Whether an entry is not ignored. */
  counts(folder: string, { name }: FileEntry): boolean {
    if (this.rules.current === this.judgedBy && this.folders.tree.has(joinPath(folder, name))) return true;
    return !this.rules.matches(folder, name);
  }
}
