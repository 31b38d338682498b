import { isIgnored } from '#shared/platform/files/ignored-names.ts';
import { joinPath, type RemoteTree, type SyncedTree } from '../planner/trees.ts';
import { type FileEntry, type Files, FilesError } from '../ports/files.ts';

interface Node {
  readonly id: string;
  readonly library: string;
  readonly parent: string;
  readonly name: string;
}

/**
 * Both trees without what the person's own patterns cover. What was synced and is covered now stays as it is on both
 * sides and in the journal. Nothing is planned for it until the pattern is removed; then both sides are compared from
 * where they last agreed. Where the server has moved or renamed such a document, that is applied first.
 * @param exempt libraries that their person was removed from: what lies there is not theirs to keep
 */
export function withoutIgnored(
  remote: RemoteTree,
  synced: SyncedTree,
  patterns: readonly string[],
  exempt: ReadonlySet<string>,
): { readonly remote: RemoteTree; readonly synced: SyncedTree } {
  if (patterns.length === 0) return { remote, synced };
  const hiddenThere = coveredIn(remote, patterns, exempt);
  const hiddenHere = coveredIn(synced, patterns, exempt);
  return {
    remote: kept(remote, (id) => !hiddenThere(id) || (synced.has(id) && !hiddenHere(id))),
    synced: kept(synced, (id) => !hiddenHere(id)),
  };
}

function kept<N>(tree: ReadonlyMap<string, N>, keeps: (id: string) => boolean): ReadonlyMap<string, N> {
  return new Map([...tree].filter(([id]) => keeps(id)));
}

/** Whether a pattern covers a node's name, or that of a folder above it. */
function coveredIn(
  tree: ReadonlyMap<string, Node>,
  patterns: readonly string[],
  exempt: ReadonlySet<string>,
): (id: string) => boolean {
  const known = new Map<string, boolean>();
  const covered = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const node = tree.get(id);
    // Set first: a cycle, which the server excludes, must not make the engine hang.
    known.set(id, false);
    const result =
      node !== undefined &&
      !exempt.has(node.library) &&
      (isIgnored(node.name, patterns) || covered(node.parent));
    known.set(id, result);
    return result;
  };
  return covered;
}

export interface IgnoreCount {
  /** How many documents on the disk each pattern covers, in the order of the patterns. */
  readonly counts: readonly number[];
  /** How many documents are on the disk. */
  readonly files: number;
}

/** Reads the disk itself, because folders that are ignored already are in no tree. */
export async function countIgnored(
  files: Files,
  roots: readonly string[],
  patterns: readonly string[],
): Promise<IgnoreCount> {
  const counts = patterns.map(() => 0);
  let all = 0;
  const walk = async (folder: string, above: readonly boolean[]): Promise<void> => {
    for (const entry of await readableIn(files, folder)) {
      if (entry.kind === 'other' || isIgnored(entry.name)) continue;
      const covered = patterns.map((pattern, at) => above[at] || isIgnored(entry.name, [pattern]));
      if (entry.kind === 'folder') {
        await walk(joinPath(folder, entry.name), covered);
        continue;
      }
      all += 1;
      for (const [at, is] of covered.entries()) if (is) counts[at] = (counts[at] ?? 0) + 1;
    }
  };
  for (const root of roots) await walk(root, []);
  return { counts, files: all };
}

/** The entries of a folder; empty where it cannot be read, so that counting goes on. */
async function readableIn(files: Files, folder: string): Promise<readonly FileEntry[]> {
  try {
    return (await files.list(folder)) ?? [];
  } catch (error) {
    if (error instanceof FilesError) return [];
    throw error;
  }
}
