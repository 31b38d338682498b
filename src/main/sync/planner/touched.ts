import type { Matched, MatchOptions } from './matching/matched.ts';
import type { LocalEntry, LocalTree, RemoteNode, RemoteTree, SyncedNode, SyncedTree } from './trees.ts';
import { joinPath } from './trees.ts';

/** How things were before they changed, since the notes were last taken. `many`: too many to compare one by one. */
export type Before<T> = ReadonlyMap<string, T | undefined> | 'many';

export interface Touched {
  /** By id. */
  readonly remote: Before<RemoteNode>;
  readonly synced: Before<SyncedNode>;
  /** By path. */
  readonly local: Before<LocalEntry>;
}

export interface Trees {
  readonly remote: RemoteTree;
  readonly synced: SyncedTree;
  readonly local: LocalTree;
}

/** What is known of files that were saved anew and not sent yet. */
export type Saves = Required<Pick<MatchOptions, 'heirs' | 'others'>>;

export interface TouchedRecords {
  readonly ids: Set<string>;
  /** By record id, the identity of the file that a program has put in the place of the last one. */
  readonly savedAnew: ReadonlyMap<string, string>;
}

/**
 * The records whose contents differ; `undefined` where anything else differs. Otherwise updates `matched`, in which they
 * are recognized by their places.
 */
export function touchedRecords(
  trees: Trees,
  matched: Matched,
  { remote, synced, local }: Touched,
  saves: Saves,
): TouchedRecords | undefined {
  if (remote === 'many' || synced === 'many' || local === 'many') return undefined;
  const ids = new Set<string>();
  const savedAnew = new Map<string, string>();
  /** Where the files lie that could be recognized as something else, by identity. */
  const placeOf = new Map<string, string>();
  for (const [id, before] of remote) {
    if (!before || !isSamePlace(before, trees.remote.get(id))) return undefined;
    if (before.kind === 'folder' && before !== trees.remote.get(id)) return undefined;
    ids.add(id);
  }
  for (const [path, before] of local) {
    const now = trees.local.get(path);
    const id = matched.idOf.get(path);
    if (before?.kind !== 'file' || now?.kind !== 'file' || id === undefined) return undefined;
    ids.add(id);
    if (before.identity === now.identity) continue;
    if (saves.others.get(id) === now.identity) return undefined;
    savedAnew.set(id, now.identity);
    const agreed = trees.synced.get(id);
    const known = agreed?.kind === 'record' ? agreed.identity : now.identity;
    const all = [before.identity, now.identity, known, saves.heirs.get(id) ?? known];
    if (!noteAll(placeOf, all, path)) return undefined;
  }
  for (const [id, before] of synced) {
    const now = trees.synced.get(id);
    if (before?.kind !== 'record' || now?.kind !== 'record' || !isSamePlace(before, now)) return undefined;
    if (before.stopped || now.stopped) return undefined;
    ids.add(id);
    if (before.identity === now.identity) continue;
    const own = matched.entryOf.get(id);
    if (!own || !noteAll(placeOf, [before.identity, now.identity, own.identity], own.path)) return undefined;
  }
  if (!areAlone(trees, matched, placeOf, savedAnew, saves)) return undefined;
  for (const path of local.keys()) {
    const now = trees.local.get(path);
    const id = matched.idOf.get(path);
    // Recognized as before, by its path: only its bytes are new.
    if (now && id !== undefined) (matched.entryOf as Map<string, LocalEntry>).set(id, now);
  }
  return { ids, savedAnew };
}

/** @returns whether none of the identities is noted for another path */
function noteAll(placeOf: Map<string, string>, identities: readonly string[], path: string): boolean {
  for (const identity of identities) {
    if ((placeOf.get(identity) ?? path) !== path) return false;
    placeOf.set(identity, path);
  }
  return true;
}

/**
 * Whether nothing else has an identity of these files, or their place: otherwise the file could be another record's, or
 * the record elsewhere.
 */
function areAlone(
  { local, synced }: Trees,
  { entryOf }: Matched,
  placeOf: ReadonlyMap<string, string>,
  savedAnew: ReadonlyMap<string, string>,
  { heirs }: Saves,
): boolean {
  if (placeOf.size === 0) return true;
  for (const { identity, path } of local.values()) if ((placeOf.get(identity) ?? path) !== path) return false;
  if (savedAnew.size === 0) return true;
  const isOthers = (id: string, identity: string | undefined): boolean =>
    identity !== undefined && placeOf.has(identity) && placeOf.get(identity) !== entryOf.get(id)?.path;
  for (const [id, identity] of heirs) if (isOthers(id, identity)) return false;
  const places = new Map<string, string>();
  for (const id of savedAnew.keys()) {
    const node = synced.get(id);
    if (node) places.set(joinPath(node.parent, node.name), id);
  }
  for (const { id, identity, parent, name } of synced.values()) {
    if (isOthers(id, identity)) return false;
    if ((places.get(joinPath(parent, name)) ?? id) !== id) return false;
  }
  return true;
}

type Place = Pick<RemoteNode | SyncedNode, 'kind' | 'library' | 'parent' | 'name'>;

/** Whether a node is the same kind of thing in the same place. */
export function isSamePlace(one: Place, other: Place | undefined): boolean {
  return (
    one.kind === other?.kind &&
    one.library === other.library &&
    one.parent === other.parent &&
    one.name === other.name
  );
}
