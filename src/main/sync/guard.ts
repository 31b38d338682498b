import { ROOT_MARKER, SYSTEM_FOLDER } from './layout.ts';
import type { Memory } from './memory.ts';
import type { Operation } from './operations.ts';
import type { Files } from './ports/files.ts';

/** A question that stops the engine until a person answers it; nothing is sent meanwhile. */
export interface Question {
  readonly kind: 'root-missing' | 'root-foreign' | 'mass-delete';
  /** How many files it is about. */
  readonly files: number;
}

/** From this many vanished files of a library on, and from this share of them, somebody is asked. */
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

/** Whether so many files went at once that somebody should say if that was meant. */
export function massDelete(batch: readonly Operation[], memory: Memory): Question | undefined {
  const gone = new Map<string, number>();
  for (const operation of batch) {
    const node = operation.kind === 'stop' ? memory.content.synced.get(operation.id) : undefined;
    if (node?.kind === 'record') gone.set(node.library, (gone.get(node.library) ?? 0) + 1);
  }
  if (gone.size === 0) return undefined;
  const kept = new Map<string, number>();
  for (const node of memory.content.synced.values()) {
    if (node.kind === 'record' && !node.stopped) kept.set(node.library, (kept.get(node.library) ?? 0) + 1);
  }
  let files = 0;
  for (const [library, count] of gone) {
    const share = count / (kept.get(library) ?? count);
    if (count >= MASS_MANY || (count >= MASS_FILES && share >= MASS_SHARE)) files += count;
  }
  return files > 0 ? { kind: 'mass-delete', files } : undefined;
}
