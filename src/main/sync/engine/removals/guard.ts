import type { SyncedTree } from '../../planner/trees.ts';

/** Maximum number of paths that a question names; it says how many there are. */
export const MOST_NAMED = 200;

/**
 * A question to the person. Those about the root stop the engine until they are answered, and nothing is sent.
 * `mass-delete` and `earlier-contents` hold back only what they name; the rest goes on.
 */
export interface Question {
  readonly kind:
    | 'root-missing'
    | 'root-foreign'
    | 'root-copied'
    | 'mass-delete'
    | 'earlier-contents'
    | 'mass-removal';
  /** How many files it is about. */
  readonly files: number;
  /** Their paths below the sync root, in order; at most the first ones. Only of questions that name them. */
  readonly paths?: readonly string[];
}

/**
 * A question about the root stops everything. One about documents holds those back, and stays until they are judged
 * again.
 */
export const isAboutDocuments = (question: Question | undefined): boolean =>
  goesOn(question) || question?.kind === 'mass-removal';

/** Whether everything that a question does not name goes on. */
export const goesOn = (question: Question | undefined): boolean =>
  question?.kind === 'mass-delete' || question?.kind === 'earlier-contents';

/** The number and the share of vanished files from which on a person is asked. */
const MASS_FILES = 5;
const MASS_SHARE = 0.5;
const MASS_MANY = 200;

/**
 * Whether so much vanished that a person must be asked. Judged for each library, and for all of them together. Pure.
 * @param gone ids of what vanished lately, marked or not
 * @returns the ids to ask about, of folders too; none where it was not much
 */
export function massDeletion(gone: readonly string[], synced: SyncedTree): ReadonlySet<string> {
  const lost = new Map<string, number>();
  const ids = new Set(gone);
  let lostInAll = 0;
  for (const id of ids) {
    const node = synced.get(id);
    if (node?.kind !== 'record') continue;
    lost.set(node.library, (lost.get(node.library) ?? 0) + 1);
    lostInAll += 1;
  }
  if (lostInAll < MASS_FILES) return new Set();
  const had = new Map<string, number>();
  let hadInAll = 0;
  for (const node of synced.values()) {
    if (node.kind !== 'record' || (node.stopped && !ids.has(node.id))) continue;
    had.set(node.library, (had.get(node.library) ?? 0) + 1);
    hadInAll += 1;
  }
  if (isMuch(lostInAll, hadInAll)) return ids;
  const libraries = new Set<string>();
  for (const [library, count] of lost) if (isMuch(count, had.get(library) ?? count)) libraries.add(library);
  return new Set([...ids].filter((id) => libraries.has(synced.get(id)?.library ?? '')));
}

function isMuch(lost: number, had: number): boolean {
  return lost >= MASS_MANY || (lost >= MASS_FILES && lost / had >= MASS_SHARE);
}
