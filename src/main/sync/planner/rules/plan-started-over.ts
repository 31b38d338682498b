import { expectedOf, type OperationKind } from '../operations.ts';
import { isTooLarge, type LocalFile, parentPath, type RemoteRecord } from '../trees.ts';
import type { Found, PlanDraft } from './plan-draft.ts';

/**
 * A folder that a backup or a copy brought, and that its person took for the right one: it may hold documents under
 * names and in folders that they had then, and some that were deleted since.
 */

/**
 * Looks for a document's bytes under another name. That file is moved to its place, rather than fetched again and left
 * there as a file of its own.
 * @param path its place, where nothing lies
 * @returns whether there is such a file, or may be
 */
export function takeFound(draft: PlanDraft, { id, library, version }: RemoteRecord, path: string): boolean {
  const planned = draft.options.libraries.get(library);
  if (planned?.startedOver === undefined) return false;
  const found = foundIn(draft, planned.path);
  const folder = parentPath(path);
  const entry = found.byBytes.get(version.sha256)?.at(-1);
  if (!entry && !found.unread.has(version.size)) return false;
  // Its bytes are read, or its folder is made, before the next plan.
  if (!entry || (folder !== planned.path && !draft.local.has(folder))) {
    draft.unsettled = true;
    draft.mayFindMore = true;
    return true;
  }
  found.byBytes.get(version.sha256)?.pop();
  const expected = expectedOf(entry, version.sha256);
  draft.add({ kind: 'take', id, from: entry.path, to: path, expected }, entry.path, path);
  return true;
}

/**
 * Notes a file that only the folder has: whether it came with the folder or is its person's own is sorted at the end.
 * @returns whether it may be such a file
 */
export function noteOnlyHere(draft: PlanDraft, entry: LocalFile, library: string): boolean {
  const since = draft.options.libraries.get(library)?.startedOver;
  if (since === undefined) return false;
  const { path, identity, sha256 } = entry;
  if (entry.locked) draft.block(identity, 'locked', path);
  // It may be the document that belongs there.
  else if (entry.sha256 === undefined && !isTooLarge(entry)) draft.unsettled = true;
  else draft.onlyHere.push({ kind: 'sort', path, identity, sha256, since });
  return true;
}

/** Operations after which more is known of what lies in the folder. */
const TELL_MORE: ReadonlySet<string> = new Set<OperationKind>(['adopt', 'adopt folder', 'identify', 'take']);

/** Has those sorted, once no file may turn out to be a document's. */
export function planOnlyHere(draft: PlanDraft): void {
  if (draft.onlyHere.length === 0) return;
  if (draft.mayFindMore || draft.batch.some(({ kind }) => TELL_MORE.has(kind))) draft.leaveForLater();
  else for (const operation of draft.onlyHere) draft.add(operation, operation.path);
}

function foundIn(draft: PlanDraft, folder: string): Found {
  const known = draft.found.get(folder);
  if (known) return known;
  const byBytes = new Map<string, LocalFile[]>();
  const unread = new Set<number>();
  for (const entry of draft.strangersIn(folder)) {
    if (entry.locked) continue;
    if (entry.sha256 === undefined) unread.add(entry.size);
    else byBytes.set(entry.sha256, [...(byBytes.get(entry.sha256) ?? []), entry]);
  }
  const found = { byBytes, unread };
  draft.found.set(folder, found);
  return found;
}
