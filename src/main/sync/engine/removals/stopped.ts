import { parentPath, type SyncedNode } from '../../planner/trees.ts';
import type { JournalChange } from '../../ports/journal.ts';
import type { Memory } from '../comparing/memory.ts';
import { agreedPlaceOf } from '../places.ts';
import { type Reporter, TOLD_ONE_BY_ONE } from '../work/work.ts';

/** Those of these nodes that are kept on this computer. */
export const keptNodes = ({ content }: Memory, ids: readonly string[]): SyncedNode[] =>
  ids.flatMap((id) => {
    const node = content.synced.get(id);
    return node && !node.stopped ? [node] : [];
  });

/** "Dejar de sincronizar", for the journal. */
export const stopChanges = (nodes: readonly SyncedNode[]): JournalChange[] =>
  nodes.map((node) => ({ type: 'synced', node: { ...node, stopped: true } }));

/**
 * Reports documents that are not kept on this computer any more, after that was noted. Many at once are one activity for
 * each library, with their number and the innermost folder that held them all.
 * @param nodes folders among them are not reported
 */
export function tellStopped(
  memory: Memory,
  reporter: Pick<Reporter, 'activity'>,
  nodes: readonly SyncedNode[],
): void {
  const documents = nodes
    .filter(({ kind }) => kind === 'record')
    .map(({ id, library }) => ({ id, library, path: agreedPlaceOf(memory.content, id) }));
  const isMany = documents.length > TOLD_ONE_BY_ONE;
  for (const group of Map.groupBy(documents, ({ id, library }) => (isMany ? library : id)).values()) {
    const [first] = group;
    if (!first) continue;
    if (group.length === 1) reporter.activity({ kind: 'stopped', path: first.path, recordId: first.id });
    else reporter.activity({ kind: 'stopped', path: folderOf(group), count: group.length });
  }
}

/** The innermost folder that holds all of these paths. */
function folderOf(paths: readonly { readonly path: string }[]): string {
  let folder = parentPath(paths[0]?.path ?? '');
  while (folder !== '' && !paths.every(({ path }) => path.startsWith(`${folder}/`)))
    folder = parentPath(folder);
  return folder;
}
