import { match } from '../planner/matching/match.ts';
import type { MatchOptions } from '../planner/matching/matched.ts';
import { baseName, type LocalEntry, type LocalFile, type SyncedNode } from '../planner/trees.ts';

const ROOTS = { calidad: 'Org/Calidad', obras: 'Org/Obras' } as const;
const libraries = new Map(Object.entries(ROOTS).map(([id, path]) => [id, { path }]));

/** A document of the library Calidad that is synced under this name. */
export const record = (name: string, identity: string, more: Partial<SyncedNode> = {}): SyncedNode =>
  ({
    kind: 'record',
    id: `record ${name}`,
    library: 'calidad',
    parent: 'calidad',
    name,
    versionId: 'v1',
    sha256: `bytes of ${identity}`,
    size: 3,
    identity,
    stamp: identity,
    writable: true,
    stopped: false,
    unsure: false,
    ...more,
  }) as SyncedNode;
/** The same of a folder. */
export const folder = (name: string, identity: string): SyncedNode => ({
  kind: 'folder',
  id: `folder ${name}`,
  library: 'calidad',
  parent: 'calidad',
  name,
  identity,
  stopped: false,
});
/** A file here; its path begins with the folder of a library. */
export const file = (
  path: string,
  identity: string,
  sha256: string | undefined = `bytes of ${identity}`,
): LocalFile => ({
  kind: 'file',
  path: `Org/${path}`,
  name: baseName(path),
  identity,
  stamp: identity,
  size: 3,
  sha256,
  settled: true,
  locked: false,
});
/** A folder here. */
export const place = (path: string, identity: string): LocalEntry => ({
  kind: 'folder',
  path: `Org/${path}`,
  name: baseName(path),
  identity,
});
/** What is recognized of synced nodes among local entries. */
export const matched = (nodes: SyncedNode[], entries: LocalEntry[], options: Partial<MatchOptions> = {}) =>
  match(new Map(nodes.map((node) => [node.id, node])), new Map(entries.map((entry) => [entry.path, entry])), {
    libraries,
    stableIdentity: true,
    ...options,
  });
/** Where each node was found; a missing one is not in it. */
export const found = (...args: Parameters<typeof matched>) =>
  Object.fromEntries([...matched(...args).entryOf].map(([id, { path }]) => [id, path.slice('Org/'.length)]));
/** That a node has not been found for so long. */
export const missingFor = (id: string, ms: number) => ({
  absence: { now: 100_000, since: new Map([[id, 100_000 - ms]]) },
});
