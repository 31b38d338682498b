import type { Matched } from '../planner/match.ts';
import type { LocalTree } from '../planner/trees.ts';
import type { JournalContent } from '../ports/journal.ts';

/** Paths of files that hold something which is no version on the server yet; also new ones, and those that still change. */
export function unsentFiles(
  tree: LocalTree,
  { synced }: Pick<JournalContent, 'synced'>,
  { idOf }: Pick<Matched, 'idOf'>,
): readonly string[] {
  const paths: string[] = [];
  for (const entry of tree.values()) {
    if (entry.kind !== 'file') continue;
    const node = synced.get(idOf.get(entry.path) ?? '');
    const isSent = node?.kind === 'record' && entry.settled && entry.sha256 === node.sha256;
    if (!isSent) paths.push(entry.path);
  }
  return paths.sort();
}
