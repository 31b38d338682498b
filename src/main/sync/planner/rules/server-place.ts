import { baseName, parentPath } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';

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
