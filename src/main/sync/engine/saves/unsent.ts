import type { Matched } from '../../planner/matching/matched.ts';
import type { LocalTree } from '../../planner/trees.ts';
import type { JournalContent } from '../../ports/journal.ts';

/**
 * Paths of files that hold something which is no version on the server yet; also new ones, and those that still change.
 * @param stays whether a file is never sent, as the backup of a document is
 */
export function unsentFiles(
  tree: LocalTree,
  { synced }: Pick<JournalContent, 'synced'>,
  { idOf }: Pick<Matched, 'idOf'>,
  stays: (path: string) => boolean,
): readonly string[] {
  const paths: string[] = [];
  for (const entry of tree.values()) {
    if (entry.kind !== 'file' || stays(entry.path)) continue;
    const node = synced.get(idOf.get(entry.path) ?? '');
    // One that was just fetched has not rested for long, and is as it came.
    const isSent =
      node?.kind === 'record' &&
      (node.stamp === entry.stamp || (entry.settled && entry.sha256 === node.sha256));
    if (!isSent) paths.push(entry.path);
  }
  return paths.sort();
}
