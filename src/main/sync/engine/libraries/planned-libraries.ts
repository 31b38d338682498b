import type { PlannedLibrary } from '../../planner/rules/plan-options.ts';
import type { RemoteTree } from '../../planner/trees.ts';
import type { JournalContent } from '../../ports/journal.ts';
import type { LibraryInfo } from '../../ports/remote.ts';

/**
 * What the planner has to know of each library.
 * @param open those of this person that are synced now
 */
export function plannedLibraries(
  { libraries, remote }: Pick<JournalContent, 'libraries' | 'remote'>,
  open: readonly LibraryInfo[],
): ReadonlyMap<string, PlannedLibrary> {
  const planned = new Map<string, PlannedLibrary>();
  for (const { id, path, settledOnce, startedOver } of libraries.values()) {
    const info = open.find((library) => library.id === id);
    // The library is not chosen now, but was not left either: its tree stays.
    if (!info && hasNodes(remote, id)) continue;
    const canUpload = info?.canUpload ?? false;
    const hasDefaultLabels = info?.hasDefaultLabels ?? false;
    planned.set(id, { path, canUpload, hasDefaultLabels, settledOnce, startedOver, left: !info });
  }
  return planned;
}

function hasNodes(remote: RemoteTree, library: string): boolean {
  for (const node of remote.values()) if (node.library === library) return true;
  return false;
}
