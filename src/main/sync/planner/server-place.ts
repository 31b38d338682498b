import { uniqueDiskName } from '#shared/platform/names.ts';
import { mayMove } from './moving-across.ts';
import type { PlanDraft } from './plan-draft.ts';
import { willBeLeft } from './plan-waiting.ts';
import { baseName, parentPath } from './trees.ts';

/** The place on the server that a local file or folder belongs to. */
export interface ServerPlace {
  readonly libraryId: string;
  readonly library: { readonly canUpload: boolean; readonly hasDefaultLabels: boolean };
  /** The nearest ancestor that the server knows, or the library. */
  readonly parent: string;
  /** Names of the folders between that one and the file, from the outermost inwards. */
  readonly missing: readonly string[];
  /** Path of the outermost of them. */
  readonly outermost: string;
}

/** `undefined` for a path in nothing that is synced, or in a folder that is being deleted on the server. */
export function serverPlaceOf(draft: PlanDraft, path: string): ServerPlace | undefined {
  const missing: string[] = [];
  let outermost = '';
  for (let at = parentPath(path); at !== ''; at = parentPath(at)) {
    const parent = draft.idAt(at);
    if (parent === undefined) {
      missing.unshift(baseName(at));
      outermost = at;
      continue;
    }
    const libraryId = draft.options.libraries.has(parent)
      ? parent
      : (draft.remote.get(parent)?.library ?? draft.synced.get(parent)?.library);
    const library = libraryId === undefined ? undefined : draft.options.libraries.get(libraryId);
    // A folder that is being deleted on the server takes no new files: the next plan knows more.
    if (libraryId === undefined || !library || (parent !== libraryId && !draft.remote.has(parent)))
      return undefined;
    return { libraryId, library, parent, missing, outermost };
  }
  return undefined;
}

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
