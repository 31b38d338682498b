import { expectedOf, type OperationOf } from '../operations.ts';
import { isTooLarge, type LocalFile } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * A program that has a document open goes on saving where it opened it, also after the engine has moved the file to the
 * server's place (decision 0081). What appears there is that document's next content, and no new document.
 */

/** Decides for a file that belongs to no record. @returns whether it is a save of one, and waits or is taken */
export function planLateSave(draft: PlanDraft, entry: LocalFile): boolean {
  const found = lateSaveOf(draft, entry);
  if (found === undefined) return false;
  if (found === 'later') draft.unsettled = true;
  else draft.add(found, found.from, found.to);
  return true;
}

/** Whether a file in another node's way is such a save: it goes by itself. */
export const isLateSave = (draft: PlanDraft, entry: LocalFile): boolean =>
  entry.size > 0 &&
  !draft.options.blocked.has(entry.identity) &&
  !draft.matched.backups.has(entry.path) &&
  lateSaveOf(draft, entry) !== undefined;

/** `later`: the document's file is not read yet, or holds a save from there that is not sent yet. */
function lateSaveOf(draft: PlanDraft, entry: LocalFile): OperationOf<'take save'> | 'later' | undefined {
  const place = draft.options.lateSaves?.get(entry.path);
  // What is written or locked waits as any new file.
  if (!place || !entry.settled || entry.locked || entry.sha256 === undefined) return undefined;
  const { recordId: id } = place;
  const remote = draft.remote.get(id);
  const synced = draft.synced.get(id);
  const there = draft.matched.entryOf.get(id);
  if (remote?.kind !== 'record' || synced?.kind !== 'record' || there?.kind !== 'file') return undefined;
  if (!remote.writable || synced.stopped || synced.unsure || isStartingOver(draft, remote.library))
    return undefined;
  const { blocked } = draft.options;
  if (there.locked || isTooLarge(there) || blocked.has(there.identity) || blocked.has(id)) return undefined;
  if (there.identity === entry.identity || isOfAnother(draft, entry)) return undefined;
  if (there.sha256 === undefined) return 'later';
  if (there.sha256 !== synced.sha256) return there.sha256 === place.taken ? 'later' : undefined;
  return {
    kind: 'take save',
    id,
    from: entry.path,
    to: there.path,
    expected: expectedOf(entry, entry.sha256),
    replaced: expectedOf(there, there.sha256),
  };
}

/** What lies in such a folder may be of another time. */
const isStartingOver = (draft: PlanDraft, library: string): boolean =>
  draft.options.libraries.get(library)?.startedOver !== undefined;

/** Whether it is a second name of some document's file, or that of one that is not looked for now. */
function isOfAnother({ matched, synced }: PlanDraft, { path, identity }: LocalFile): boolean {
  if (matched.secondNames.has(path)) return true;
  for (const node of synced.values()) if (node.identity === identity) return true;
  return false;
}
