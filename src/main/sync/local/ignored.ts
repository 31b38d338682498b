import { isIgnored } from '#shared/platform/names.ts';
import { joinPath, type RemoteTree, type SyncedTree } from '../planner/trees.ts';
import { type FileEntry, type Files, FilesError } from '../ports/files.ts';

interface Node {
  readonly id: string;
  readonly library: string;
  readonly parent: string;
  readonly name: string;
}

/**
 * Both trees without what a person's own patterns cover. What was synced and is covered now stays as it is on both sides,
 * and in the journal: nothing is planned for it until the pattern goes, and then both sides are compared from where they
 * last agreed. A document that the server gave another name or place is followed there first.
 *
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
    // Set first: a cycle, which the server excludes, must not hang the engine.
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
  /** Documents of the disk that each pattern covers, in their order. */
  readonly counts: readonly number[];
  /** All documents of the disk. */
  readonly files: number;
}

/** Looks at the disk as it is: folders that are ignored already are nowhere remembered. */
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

/** What lies in a folder; nothing where it cannot be read, which stops no counting. */
async function readableIn(files: Files, folder: string): Promise<readonly FileEntry[]> {
  try {
    return (await files.list(folder)) ?? [];
  } catch (error) {
    if (error instanceof FilesError) return [];
    throw error;
  }
}
