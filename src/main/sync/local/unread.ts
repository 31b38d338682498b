import { classifyFailure } from '../engine/failures/failures.ts';
import { Retries } from '../engine/failures/retries.ts';
import { joinPath, type LocalTree, type RemoteTree, type SyncedTree } from '../planner/trees.ts';
import { type FileEntry, FilesError } from '../ports/files.ts';
import type { BlockedItem, BlockedReason, LibraryState } from '../ports/journal.ts';

/** A file whose bytes, or a folder whose entries, the system does not allow to be read. */
export interface Unread {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly reason: BlockedReason;
  /** The system's code of the error. */
  readonly detail: string;
}

/** What a scan could not read. What was known of it stays; it is tried again with growing pauses. */
export class UnreadItems {
  private readonly retries = new Retries<Unread>();

  /** Notes it. Throws the error again where it concerns more than this item. */
  take(path: string, kind: Unread['kind'], entry: Signed | undefined, error: unknown, now: number): void {
    if (!(error instanceof FilesError)) throw error;
    const { scope, reason, detail } = classifyFailure(error);
    if (scope !== 'item') throw error;
    const shown = reason === 'denied' ? 'unreadable' : reason;
    this.retries.failed(path, signatureOf(entry), { path, kind, reason: shown, detail }, now);
  }

  /** Whether a file must not be read yet: it is unchanged since it could not be read. */
  isWaiting(path: string, entry: Signed, now: number): boolean {
    return this.retries.isWaiting(path, signatureOf(entry), now);
  }

  has(path: string): boolean {
    return this.retries.get(path) !== undefined;
  }

  delete(path: string): void {
    this.retries.delete(path);
  }

  /** Folders that may be listed again. */
  dueFolders(now: number): string[] {
    const all = [...this.retries.all()];
    return all
      .filter(([path, { value }]) => value.kind === 'folder' && this.retries.isDue(path, now))
      .map(([path]) => path);
  }

  /** Drops files that are gone. */
  sweep(tree: LocalTree, roots: readonly string[]): void {
    this.retries.keepOnly((path) => tree.has(path) || roots.includes(path));
  }

  retry(path: string): void {
    this.retries.hurry((_item, key) => key === path);
  }

  get list(): readonly Unread[] {
    return [...this.retries.all()].map(([, { value }]) => value);
  }

  get nextAt(): number | undefined {
    return this.retries.nextAt;
  }
}

type Signed = Pick<FileEntry, 'identity' | 'stamp'>;

const signatureOf = (entry: Signed | undefined): string => (entry ? `${entry.identity}|${entry.stamp}` : '');

/** Their keys among blocked items. */
export const UNREAD = 'unread:';

export const blockedUnread = ({ path, reason, detail }: Unread): BlockedItem => ({
  key: UNREAD + path,
  reason,
  path,
  detail,
});

interface Placed {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
}

/**
 * Both trees without what lies in folders that cannot be listed: it is not gone, only invisible. Nothing is planned for
 * it, on either side, until the folder can be listed again.
 */
export function withoutUnseen(
  { remote, synced }: { readonly remote: RemoteTree; readonly synced: SyncedTree },
  tree: LocalTree,
  folders: readonly string[],
  libraries: Iterable<LibraryState>,
): { readonly remote: RemoteTree; readonly synced: SyncedTree } {
  if (folders.length === 0) return { remote, synced };
  const paths = new Map([...libraries].map(({ id, path }) => [id, path]));
  const identities = new Set(folders.flatMap((path) => tree.get(path)?.identity ?? []));
  const closed = new Set(
    [...synced.values()].filter((node) => identities.has(node.identity)).map(({ id }) => id),
  );
  const there = new Set([...tree.values()].map(({ identity }) => identity));
  const isUnder = (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const below = (nodes: ReadonlyMap<string, Placed>) => {
    const pathOf = (id: string): string => {
      const node = nodes.get(id);
      return node ? joinPath(pathOf(node.parent), node.name) : (paths.get(id) ?? '');
    };
    const isBelow = (id: string): boolean => {
      const parent = nodes.get(id)?.parent;
      return parent !== undefined && (closed.has(parent) || isBelow(parent));
    };
    return (id: string) => isBelow(id) || (isUnder(pathOf(id)) && !closed.has(id));
  };
  // What moved out of it is seen at its new place.
  const isBelowHere = below(synced);
  const isHiddenHere = (id: string) => {
    const node = synced.get(id);
    return node !== undefined && !there.has(node.identity) && isBelowHere(id);
  };
  const isBelowThere = below(remote);
  return {
    synced: kept(synced, (id) => !isHiddenHere(id)),
    remote: kept(remote, (id) => !isHiddenHere(id) && (synced.has(id) || !isBelowThere(id))),
  };
}

function kept<N>(tree: ReadonlyMap<string, N>, keeps: (id: string) => boolean): ReadonlyMap<string, N> {
  return new Map([...tree].filter(([id]) => keeps(id)));
}
