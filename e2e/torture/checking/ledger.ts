import { createHash } from 'node:crypto';

/** One content that a writer made. Times are milliseconds since 1970. */
export interface Entry {
  readonly sha256: string;
  readonly size: number;
  /** Index of the root in which it was written. */
  readonly root: number;
  readonly path: string;
  /** Kind of writer, e.g. `slow`. */
  readonly way: string;
  /** Whether the writer finished what it wanted to save. */
  readonly finished: boolean;
  /** When its last byte was written. */
  readonly at: number;
  /** Nothing was written to this path before, so no minimum distance between versions applies. */
  readonly first: boolean;
  /** Until when the writer held the file open, if it did so after writing. */
  heldUntil?: number;
  /** No engine may send it: it cannot be read, or is in a copy that waits for its person's decision. */
  onlyHere?: true;
  /** When its own writer replaced it, or its person deleted it. */
  end?: { readonly at: number; readonly how: 'replaced' | 'deleted' };
}

/** An outage of something that a content needs: an engine, the server, its disk or its permission. */
export interface Outage {
  /** Index of a root; `server` concerns all. */
  readonly of: number | 'server';
  readonly from: number;
  to: number;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The engine's names for work that it put beside a document, until its person decides. */
const COPY = / \(copia de [^/]+\)[^/]*$/u;

/** A path after the rename of a folder that contains it, or that it is. */
const renamed = (path: string, from: string, to: string): string =>
  path === from || path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;

/** Records what the writers did, and what was done to the engines. Only the driver writes here, never an engine. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly outages: Outage[] = [];
  /**
   * Contents that were paused or torn for a reason outside of the engine: they may become versions, and may be lost.
   */
  readonly exempt = new Set<string>();
  /** Hashes that the server listed as ready versions. */
  readonly acknowledged = new Set<string>();
  /** Root and hash, and root and path, of each file that a person deleted there: that copy is not synced any more. */
  readonly removed = new Set<string>();
  /**
   * Root and path of each folder that a person deleted there: nothing in it is synced there until it is created again.
   */
  readonly removedFolders = new Set<string>();
  /** Hashes of two documents: one was renamed, and the other is new under its old name. */
  readonly parted: (readonly [renamed: string, fresh: string])[] = [];
  readonly counts = { operations: 0, failed: 0, kills: 0, serverKills: 0, freezes: 0 };
  private readonly paths = new Set<string>();
  /** Folders that a person renamed, in order. */
  private readonly renamedFolders: (readonly [from: string, to: string])[] = [];

  /** A writer has just written these bytes. `finished: false`: it continues. */
  wrote(
    root: number,
    path: string,
    bytes: Uint8Array,
    way: string,
    { finished = true, at = Date.now() }: { finished?: boolean; at?: number } = {},
  ): Entry {
    const key = `${root}:${path}`;
    const entry: Entry = {
      sha256: sha256Of(bytes),
      size: bytes.length,
      root,
      path,
      way,
      finished,
      at,
      first: !this.paths.has(key),
    };
    if (finished) this.paths.add(key);
    const before = this.entries.get(entry.sha256);
    // The last piece of a file that was written in pieces completes the content.
    if (!before || (finished && !before.finished)) this.entries.set(entry.sha256, entry);
    return entry;
  }

  /** A person or their program removes a content from the root in which it was made. */
  ended(root: number, sha256: string, how: 'replaced' | 'deleted'): void {
    const entry = this.entries.get(sha256);
    if (entry && entry.root === root && !entry.end) entry.end = { at: Date.now(), how };
  }

  /** A person deletes a file, whoever made it. `path` is below the root. */
  deleted(root: number, path: string, sha256: string): void {
    this.ended(root, sha256, 'deleted');
    const entry = this.entries.get(sha256);
    if (entry && COPY.test(path)) entry.onlyHere = true;
    // What it replaced may be what the others have, under a name that they gave it meanwhile.
    if (entry && !this.acknowledged.has(sha256)) this.removeReplaced(root, entry.path);
    this.removed.add(`${root}:${sha256}`);
    for (const name of this.namesOf(path)) this.removed.add(`${root}:${name}`);
  }

  /**
   * A person renames a file. If its program had just saved it as a new file, and no engine was seen to send that save,
   * nothing links it to the document any more: one file is gone and another one came, as after a deletion.
   * `path` is below the library.
   */
  renamedFile(root: number, path: string, sha256: string): void {
    const entry = this.entries.get(sha256);
    if (!entry || entry.first || this.acknowledged.has(sha256)) return;
    this.removeReplaced(root, path);
  }

  /** What was saved under a path in a root, and then replaced, is gone there with what replaced it. */
  private removeReplaced(root: number, path: string): void {
    for (const before of this.entries.values())
      if (before.root === root && before.path === path && before.end?.how === 'replaced')
        this.removed.add(`${root}:${before.sha256}`);
  }

  /**
   * A person deletes a folder. `path` is below the root. It is recorded under its former names too, because an engine
   * may not have seen the renames before the deletion, and under the names that others gave it meanwhile, because a
   * root may not have them yet.
   */
  deletedFolder(root: number, path: string): void {
    for (const name of this.namesOf(path)) this.removedFolders.add(`${root}:${name}`);
  }

  /** A path, as it was called before folders above it were renamed, and as others call it since. */
  private namesOf(path: string): ReadonlySet<string> {
    const names = new Set([path]);
    let [former, later] = [path, path];
    for (const [from, to] of this.renamedFolders.toReversed()) {
      former = renamed(former, to, from);
      names.add(former);
    }
    for (const [from, to] of this.renamedFolders) {
      later = renamed(later, from, to);
      names.add(later);
    }
    return names;
  }

  /** A person renames a folder. Where others had deleted it, it counts as deleted under its new name too. */
  renamedFolder(from: string, to: string): void {
    this.renamedFolders.push([from, to]);
    for (const key of [...this.removedFolders]) {
      const colon = key.indexOf(':') + 1;
      this.removedFolders.add(`${key.slice(0, colon)}${renamed(key.slice(colon), from, to)}`);
    }
  }

  /** Begins an outage; the returned function ends it. */
  outage(of: Outage['of']): () => void {
    const outage: Outage = { of, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.outages.push(outage);
    return () => {
      if (outage.to === Number.POSITIVE_INFINITY) outage.to = Date.now();
    };
  }
}
