import { joinPath, type RemoteNode } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';

/** Moves on the disk that wait for each other: each node for the one that lies where it is to be. */

/**
 * The path that a node is to have. While its folder does not exist yet, or has to move first, the path of the outermost
 * such folder above it. Where that one waits for this very node, the node goes into its folder as that lies now.
 */
function goalOf(draft: PlanDraft, node: RemoteNode): string | undefined {
  const to = draft.remotePath(node);
  if (to !== undefined) return to;
  const above = draft.above(node.id).flatMap((id) => draft.remote.get(id) ?? []);
  const outermost = above.map((each) => draft.remotePath(each)).find((path) => path !== undefined);
  const { entryOf } = draft.matched;
  const folder = entryOf.get(node.parent);
  const isWaitedFor = outermost !== undefined && entryOf.get(node.id)?.path === outermost;
  return folder && isWaitedFor ? joinPath(folder.path, node.name) : outermost;
}

/** What lies where a node is to be. */
function takerOf(draft: PlanDraft, id: string): string | undefined {
  const node = draft.remote.get(id);
  const to = node && goalOf(draft, node);
  const occupant = to === undefined ? undefined : draft.occupant(to, draft.matched.entryOf.get(id));
  return occupant && draft.idAt(occupant.path);
}

/** Whether a node waits for another one, at last: for what lies in its place, or in itself where it is to go. */
export function leadsTo(draft: PlanDraft, id: string, other: string): boolean {
  const seen = new Set<string>();
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === other) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    if (draft.remote.has(next)) queue.push(...[takerOf(draft, next)].filter((each) => each !== undefined));
    else queue.push(...knownIn(draft, next));
  }
  return false;
}

/** Ids of what lies below a folder on this computer. */
function knownIn(draft: PlanDraft, folder: string): string[] {
  const path = draft.matched.entryOf.get(folder)?.path;
  return [...draft.matched.entryOf].flatMap(([id, entry]) => (entry.path.startsWith(`${path}/`) ? id : []));
}

/** Whether nodes wait for each other in a cycle. Only the one with the smallest id gets another name. */
export function closesCycle(draft: PlanDraft, id: string, first: string): boolean {
  const seen = new Set<string>([id]);
  let smallest = id;
  for (let next: string | undefined = first; next !== undefined; ) {
    if (next === id) return smallest === id;
    if (seen.has(next)) return false;
    seen.add(next);
    const node = draft.remote.get(next);
    // A node whose folder does not exist yet cannot move by itself.
    if (next < smallest && node && draft.remotePath(node) !== undefined) smallest = next;
    next = takerOf(draft, next);
  }
  return false;
}
