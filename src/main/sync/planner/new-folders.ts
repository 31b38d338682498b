import { uniqueDiskName } from '#shared/platform/names.ts';
import { mayMove } from './moving-across.ts';
import type { PlanDraft } from './plan-draft.ts';
import { willBeFree, willBeLeft } from './plan-waiting.ts';
import type { ServerPlace } from './server-place.ts';
import type { LocalEntry } from './trees.ts';

/** Folders on this computer that the server does not have yet, and gets. */

/**
 * Makes the outermost folder that the server does not know yet; several files in it need one call. Where something else
 * on the server has that name, the local folder gets another one first.
 */
export function createMissing(draft: PlanDraft, home: ServerPlace): void {
  const [name] = home.missing;
  const { libraryId: library, parent, outermost: path } = home;
  if (name === undefined) return;
  if (willBeLeft(draft, parent, name)) {
    draft.unsettled = true;
    return;
  }
  const there = draft.remoteAt(parent, name);
  const entry = there && draft.matched.entryOf.get(there.id);
  if (there && entry?.path.startsWith(`${path}/`) && mayMove(draft, there)) {
    // What has its name on the server was put into it: that one leaves the name first, and gets it back inside.
    const aside = uniqueDiskName(name, { has: (key) => draft.isTakenRemotely(parent, key) });
    draft.add(
      { kind: 'move remote', id: there.id, path: entry.path, library, parent, name: aside },
      entry.path,
    );
  } else if (there) {
    draft.add({ kind: 'set aside', path, as: 'new file', recordId: undefined }, path);
  } else {
    draft.add({ kind: 'create folder', library, path, parent, name }, path);
  }
}

/** Lets another folder, in the library where it lies now, take its place. */
export function rehome(
  draft: PlanDraft,
  id: string,
  { path, name }: LocalEntry,
  library: string,
  parent: string,
): void {
  if (willBeFree(draft, parent, name)) {
    draft.unsettled = true;
    return;
  }
  const there = draft.remoteAt(parent, name);
  const isFree = there?.kind === 'folder' && !draft.synced.has(there.id);
  if (there && !isFree) draft.add({ kind: 'set aside', path, as: 'new file', recordId: undefined }, path);
  else draft.add({ kind: 'rehome folder', id, path, library, parent, name, existing: there?.id }, path);
}
