import type { SyncedTree } from '../planner/trees.ts';
import type { Files } from '../ports/files.ts';
import { ROOT_MARKER, SYSTEM_FOLDER } from './layout.ts';
import type { Memory } from './memory.ts';

/**
 * A question to the person. Those about the root stop the engine until they are answered, and nothing is sent.
 * `mass-delete` holds back only what it names; the rest goes on.
 */
export interface Question {
  readonly kind: 'root-missing' | 'root-foreign' | 'mass-delete' | 'mass-removal';
  /** How many files it is about. */
  readonly files: number;
  /** `mass-delete`: their paths below the sync root, in order; at most the first ones. */
  readonly paths?: readonly string[];
}

/**
 * A question about the root stops everything. One about documents holds those back, and stays until they are judged
 * again.
 */
export const isAboutDocuments = (question: Question | undefined): boolean =>
  question?.kind === 'mass-delete' || question?.kind === 'mass-removal';

/** The number and the share of vanished files from which on a person is asked. */
const MASS_FILES = 5;
const MASS_SHARE = 0.5;
const MASS_MANY = 200;

/**
 * Checks that the root is the folder of this journal: it may have been emptied, unmounted or replaced. The marker is
 * made once, with the journal's installation id.
 */
export async function checkRoot(
  files: Files,
  memory: Memory,
  newId: () => string,
): Promise<Question | undefined> {
  const known = memory.content.meta.get('installation');
  const marker = readMarker(await files.readText(ROOT_MARKER));
  if (marker !== undefined && marker === known) return undefined;
  if (known !== undefined && memory.content.synced.size > 0) {
    return { kind: marker === undefined ? 'root-missing' : 'root-foreign', files: filesHere(memory) };
  }
  // The root was synced before, with a journal that was lost: its files are compared, never removed.
  const installation = marker ?? known ?? newId();
  if (marker === undefined) await markRoot(files, installation);
  memory.commit([{ type: 'meta', key: 'installation', value: installation }]);
  return undefined;
}

/** How many files the folder should hold. */
function filesHere({ content }: Memory): number {
  let count = 0;
  for (const node of content.synced.values()) if (node.kind === 'record' && !node.stopped) count += 1;
  return count;
}

/** The person says that this folder is the right one from now on: both sides are compared anew. */
export async function startOver(files: Files, memory: Memory, newId: () => string): Promise<void> {
  const { libraries, meta, synced } = memory.content;
  await markRoot(files, meta.get('installation') ?? newId());
  memory.commit([
    ...[...synced.keys()].map((id) => ({ type: 'forget', id }) as const),
    // Where a file differs it may be an edit: it is kept beside the server's version, and does not become a document by
    // itself.
    ...[...libraries.values()].map(
      (library) => ({ type: 'library', library: { ...library, settledOnce: false } }) as const,
    ),
  ]);
}

/** Accepts the root as it is. */
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
