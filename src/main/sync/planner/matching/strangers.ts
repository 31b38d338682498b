import { clashKey } from '#shared/platform/files/names.ts';
import type { LocalEntry, LocalFile, LocalTree, SyncedNode, SyncedRecord, SyncedTree } from '../trees.ts';
import { parentPath } from '../trees.ts';
import { isKeptBackup, mayBeKeptBackup } from './backups.ts';
import type { Matched, MatchOptions } from './matched.ts';

/** What is known once every node was looked for. */
interface Known {
  readonly entryOf: ReadonlyMap<string, LocalEntry>;
  /** Backups of records are added to it. */
  readonly idOf: Map<string, string>;
  readonly expectedPath: (node: SyncedNode) => string | undefined;
}

type Strangers = Pick<Matched, 'backups' | 'secondNames'>;

/** Files that belong to no node. Some are known as backups, or as hard links. */
export function findStrangers(
  synced: SyncedTree,
  local: LocalTree,
  options: MatchOptions,
  known: Known,
): Strangers {
  const { entryOf, idOf } = known;
  const backups = new Set<string>();
  const secondNames = new Map<string, string>();
  if (idOf.size - options.libraries.size >= local.size) return { backups, secondNames };
  let identities: ReadonlySet<string> | undefined;
  let records: ReadonlyMap<string, readonly SyncedRecord[]> | undefined;
  let unknown: ReadonlyMap<string, readonly LocalFile[]> | undefined;
  for (const entry of local.values()) {
    if (entry.kind !== 'file' || idOf.has(entry.path)) continue;
    identities ??= new Set([...entryOf.keys()].map((id) => synced.get(id)?.identity ?? ''));
    if (identities.has(entry.identity) || isLinkToSent(entry, local, options))
      secondNames.set(entry.path, entry.identity);
    if (!mayBeKeptBackup(entry.name)) continue;
    records ??= recordsByFolder(synced, known);
    const name = clashKey(entry.name);
    const of = records
      .get(parentPath(entry.path))
      ?.find((node) => isKeptBackup(name, clashKey(entryOf.get(node.id)?.name ?? node.name)));
    if (of) {
      backups.add(entry.path);
      idOf.set(entry.path, of.id);
      continue;
    }
    // Both came together, as with a folder that was copied here: the document is as unknown as its backup.
    unknown ??= unknownByFolder(local, idOf);
    const isBesideOne = unknown
      .get(parentPath(entry.path))
      ?.some((other) => isKeptBackup(name, clashKey(other.name)));
    if (isBesideOne || isKnownBackup(entry, options)) backups.add(entry.path);
  }
  return { backups, secondNames };
}

/** Whether it was seen beside its document, and kept its name since. */
export function isKnownBackup({ identity, name }: LocalEntry, { knownBackups }: MatchOptions): boolean {
  return knownBackups?.get(identity) === name;
}

/**
 * Whether it is a link to a file that is being sent. That one's record comes later, and by then its program may have
 * saved another file in its place: the link alone has the identity that was sent, and was known as a link before.
 */
function isLinkToSent(
  { path, identity }: LocalEntry,
  local: LocalTree,
  { seenAt, secondNames }: MatchOptions,
): boolean {
  const place = seenAt?.get(identity);
  if (place === undefined || place === path) return false;
  return local.get(place)?.identity === identity || secondNames?.get(path) === identity;
}

/** Files that belong to no record and have no backup's name themselves, by path of their folder. */
function unknownByFolder(
  local: LocalTree,
  idOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly LocalFile[]> {
  const found = new Map<string, LocalFile[]>();
  for (const entry of local.values()) {
    if (entry.kind !== 'file' || idOf.has(entry.path) || mayBeKeptBackup(entry.name)) continue;
    const folder = parentPath(entry.path);
    const there = found.get(folder);
    if (there) there.push(entry);
    else found.set(folder, [entry]);
  }
  return found;
}

/** By path of the folder that they lie in, or lay in. */
function recordsByFolder(
  synced: SyncedTree,
  { entryOf, expectedPath }: Known,
): ReadonlyMap<string, readonly SyncedRecord[]> {
  const found = new Map<string, SyncedRecord[]>();
  for (const node of synced.values()) {
    if (node.kind !== 'record') continue;
    const path = entryOf.get(node.id)?.path ?? expectedPath(node);
    if (path === undefined) continue;
    const folder = parentPath(path);
    const there = found.get(folder);
    if (there) there.push(node);
    else found.set(folder, [node]);
  }
  return found;
}
