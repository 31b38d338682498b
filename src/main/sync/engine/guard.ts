import type { SyncedTree } from '../planner/trees.ts';
import type { Files } from '../ports/files.ts';
import { ROOT_MARKER, SYSTEM_FOLDER } from './layout.ts';
import type { Memory } from './memory.ts';

/**
 * A question to the person. Those about the root stop the engine until they are answered: nothing is sent meanwhile.
 * `mass-delete` holds only what it names, and the rest goes on.
 */
export interface Question {
  readonly kind: 'root-missing' | 'root-foreign' | 'mass-delete' | 'mass-removal';
  /** How many files it is about. */
  readonly files: number;
  /** `mass-delete`: where they lay below the sync root, in order; the first of them where they are many. */
  readonly paths?: readonly string[];
}

/** One about the root stops everything; one about documents holds them, and stands until they are judged anew. */
export const isAboutDocuments = (question: Question | undefined): boolean =>
  question?.kind === 'mass-delete' || question?.kind === 'mass-removal';

/** From this many vanished files on, and from this share of those that were there, somebody is asked. */
const MASS_FILES = 5;
const MASS_SHARE = 0.5;
const MASS_MANY = 200;

/**
 * Makes sure that the root is the folder that this journal belongs to: it may have been emptied, unmounted
 * or pointed elsewhere. The marker is made once, with the journal's own installation id.
 */
export async function checkRoot(
  files: Files,
  memory: Memory,
  newId: () => string,
): Promise<Question | undefined> {
  const known = memory.content.meta.get('installation');
  const marker = readMarker(await files.readText(ROOT_MARKER));
  const synced = memory.content.synced.size;
  if (marker !== undefined && marker === known) return undefined;
  if (known !== undefined && synced > 0) {
    return { kind: marker === undefined ? 'root-missing' : 'root-foreign', files: synced };
  }
  // A root that was synced before, with a journal that was lost: what lies there is compared, never removed.
  const installation = marker ?? known ?? newId();
  if (marker === undefined) await markRoot(files, installation);
  memory.commit([{ type: 'meta', key: 'installation', value: installation }]);
  return undefined;
}

/** A person says that this folder is the right one from now on: both sides are compared anew. */
export async function startOver(files: Files, memory: Memory, newId: () => string): Promise<void> {
  const { libraries, meta, synced } = memory.content;
  await markRoot(files, meta.get('installation') ?? newId());
  memory.commit([
    ...[...synced.keys()].map((id) => ({ type: 'forget', id }) as const),
    // What differs in it may be an edit: it is kept beside the server's, and is no document of its own by itself.
    ...[...libraries.values()].map(
      (library) => ({ type: 'library', library: { ...library, settledOnce: false } }) as const,
    ),
  ]);
}

/** Takes the root as it is for the right one. */
async function markRoot(files: Files, installation: string): Promise<void> {
  await files.makeFolder(SYSTEM_FOLDER);
  await files.writeText(ROOT_MARKER, JSON.stringify({ installation }));
}

function readMarker(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    const { installation } = JSON.parse(text) as { installation?: unknown };
    return typeof installation === 'string' ? installation : '';
  } catch {
    return '';
  }
}

/**
 * Whether so much vanished that somebody should say if that was meant. Judged for each library, and for all of them
 * together. Pure.
 *
 * @param gone ids of what vanished lately, whether it is marked for it already or not
 * @returns the ids, of folders too, that are to be asked about; none where it was not much
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
