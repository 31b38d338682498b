import { expect, test } from 'vitest';
import { match } from '../matching/match.ts';
import { plan } from '../planner.ts';
import type { LocalFolder, RemoteFolder, SyncedFolder } from '../trees.ts';
import { baseName } from '../trees.ts';

const LIBRARY = 'lib';
const libraries = new Map([
  [LIBRARY, { path: 'Org/Calidad', canUpload: true, hasDefaultLabels: true, settledOnce: true, left: false }],
]);

interface Folder {
  /** Folder id, and its name on both sides so far. */
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  /** Where it lies now, below the library. */
  readonly now: string;
}

/** The moves that are sent, as `id → parent/name`. */
function movesOf(folders: readonly Folder[]): string[] {
  const remote: RemoteFolder[] = [];
  const synced: SyncedFolder[] = [];
  const local: LocalFolder[] = [];
  for (const { id, parent = LIBRARY, name, now } of folders) {
    const node = { kind: 'folder', id, library: LIBRARY, parent, name } as const;
    remote.push({ ...node, hasDefaultLabels: true });
    synced.push({ ...node, identity: `identity of ${id}`, stopped: false });
    const path = `Org/Calidad/${now}`;
    local.push({ kind: 'folder', path, name: baseName(path), identity: `identity of ${id}` });
  }
  const syncedTree = new Map(synced.map((node) => [node.id, node]));
  const localTree = new Map(local.map((entry) => [entry.path, entry]));
  const { batch, unsettled } = plan(new Map(remote.map((node) => [node.id, node])), syncedTree, localTree, {
    libraries,
    matched: match(syncedTree, localTree, { libraries, stableIdentity: true }),
    onlineOnly: new Map(),
    onlineOnlyByDefault: false,
    busy: new Set(),
    blocked: new Map(),
    goneSettled: new Set(),
  });
  expect(batch.length > 0 || !unsettled).toBe(true);
  return batch.map((each) =>
    each.kind === 'move remote' ? `${each.id} → ${each.parent}/${each.name}` : each.kind,
  );
}

test.each<[string, Folder[], string[]]>([
  [
    'a folder waits for the one that still has its name',
    [
      { id: 'a', name: 'Obras', now: 'Obras 2025' },
      { id: 'b', name: 'Planos', now: 'Obras' },
    ],
    ['a → lib/Obras 2025'],
  ],
  [
    'a folder waits for the one that it goes into, which is still in it',
    [
      { id: 'a', name: 'Obras', now: 'Planos/Obras' },
      { id: 'b', parent: 'a', name: 'Planos', now: 'Planos' },
    ],
    ['b → lib/Planos'],
  ],
  [
    'of two that change names, one takes another name first',
    [
      { id: 'a', name: 'Obras', now: 'Planos' },
      { id: 'b', name: 'Planos', now: 'Obras' },
    ],
    ['a → lib/Planos (2)'],
  ],
  [
    'of two that change names and places, the inner one takes another name first',
    [
      { id: 'a', name: 'Planos', now: 'Planos/Obras' },
      { id: 'b', parent: 'a', name: 'Obras', now: 'Planos' },
    ],
    ['b → lib/Planos (2)'],
  ],
  [
    'of two that change names, the other one steps aside where the first waits for a third',
    [
      { id: 'c', name: 'Planos', now: 'Obra/Sur' },
      { id: 'a', parent: 'c', name: 'Obra', now: 'Obra' },
      { id: 'b', parent: 'a', name: 'Sur', now: 'Planos' },
    ],
    ['a → lib/Obra', 'b → lib/Planos (2)'],
  ],
  [
    'moves that have nothing to do with each other go together',
    [
      { id: 'a', name: 'Obras', now: 'Obras 2025' },
      { id: 'b', name: 'Planos', now: 'Planos 2025' },
    ],
    ['a → lib/Obras 2025', 'b → lib/Planos 2025'],
  ],
])('%s', (_name, folders, moves) => {
  expect(movesOf(folders)).toEqual(moves);
});
