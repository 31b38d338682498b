import type { Matched } from '../../planner/matching/matched.ts';
import type { OperationOf } from '../../planner/operations.ts';
import { joinPath, type LocalTree, type SyncedRecord } from '../../planner/trees.ts';
import { FilesError } from '../../ports/files.ts';
import type { JournalChange, VacatedPlace } from '../../ports/journal.ts';
import type { Memory } from '../comparing/memory.ts';

/**
 * For how long a new file in the place from which the engine moved a document is a save of it, in milliseconds. After that
 * it is a document of its own: a person may use a name again.
 */
export const LATE_SAVE_MS = 600_000;

const NONE: ReadonlyMap<string, VacatedPlace> = new Map();

type Move = OperationOf<'move local'>;

/**
 * What to note before files and folders are moved to the server's places: the place of each document that leaves one. What
 * its person may not move goes back to where it was, and that is no news of the server's.
 * @param idAt the synced node at a local path
 * @param date of this computer, in milliseconds
 */
export function vacating(
  { content }: Memory,
  moves: readonly Move[],
  idAt: (path: string) => string | undefined,
  date: number,
): JournalChange[] {
  const changes: JournalChange[] = [];
  const note = (id: string, path: string) =>
    changes.push({ type: 'vacated', place: { path, recordId: id, at: date } });
  let inside: ReadonlyMap<string, readonly string[]> | undefined;
  for (const { id, from, to, refused } of moves) {
    // Another spelling of the same letters is this disk's matter: nobody moved the document.
    if (refused || from.normalize('NFC') === to.normalize('NFC')) continue;
    const queue: [id: string, path: string][] = [[id, from]];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [at, path] = next;
      const node = content.synced.get(at);
      // Not where its person moved it meanwhile.
      if (!node || idAt(path) !== at) continue;
      if (node.kind === 'record') {
        note(at, path);
        continue;
      }
      inside ??= childrenOf(content.synced);
      for (const child of inside.get(at) ?? [])
        queue.push([child, joinPath(path, content.synced.get(child)?.name ?? '')]);
    }
  }
  return changes;
}

/** What to note where such a move was not made after all. */
export function notVacating(vacated: readonly JournalChange[], stayed: readonly Move[]): JournalChange[] {
  return vacated.flatMap((change): JournalChange[] => {
    if (change.type !== 'vacated') return [];
    const { path } = change.place;
    const isStill = stayed.some(({ from }) => path === from || path.startsWith(`${from}/`));
    return isStill ? [{ type: 'vacated gone', path }] : [];
  });
}

/**
 * What to forget before folders are moved: places to which a move itself brings a file that is no document yet. Nobody
 * saves such a file there. A folder "Obras." of this disk becomes "Obras", say, where another one lay a minute ago.
 * @param idAt the synced node at a local path
 * @param isFile whether a file lies at a local path
 */
export async function broughtAlong(
  { content }: Memory,
  moves: readonly Move[],
  idAt: (path: string) => string | undefined,
  isFile: (path: string) => Promise<boolean>,
): Promise<JournalChange[]> {
  const changes: JournalChange[] = [];
  for (const { from, to } of moves)
    for (const path of content.vacated.keys()) {
      if (!path.startsWith(`${to}/`)) continue;
      const before = from + path.slice(to.length);
      if (idAt(before) === undefined && (await isFile(before))) changes.push({ type: 'vacated gone', path });
    }
  return changes;
}

/** What to note before another version is put in a document's place: who saves where it lay before has not seen that one. */
export function leavingBehind({ content }: Memory, id: string): JournalChange[] {
  const synced = content.synced.get(id);
  if (synced?.kind !== 'record') return [];
  return [...content.vacated.values()]
    .filter(({ recordId, base }) => recordId === id && base === undefined)
    .map((place) => ({ type: 'vacated', place: { ...place, base: baseOf(synced) } }));
}

const baseOf = ({ versionId, sha256 }: SyncedRecord) => ({ versionId, sha256 });

/**
 * The new files that may be saves of documents which the engine moved from there, by path. Notes which came in time, and
 * forgets places whose time is over.
 * @param date of this computer, in milliseconds
 */
export function lateSaves(
  memory: Memory,
  tree: LocalTree,
  { idOf }: Pick<Matched, 'idOf'>,
  date: number,
): ReadonlyMap<string, VacatedPlace> {
  const { vacated, blocked } = memory.content;
  if (vacated.size === 0) return NONE;
  const saves = new Map<string, VacatedPlace>();
  const changes: Parameters<Memory['commitNotes']>[0][number][] = [];
  for (const noted of vacated.values()) {
    const place = { ...noted, path: spelledIn(tree, noted.path) };
    const { path, at, found } = place;
    if (path !== noted.path)
      changes.push({ type: 'vacated gone', path: noted.path }, { type: 'vacated', place });
    // The date may have been set back.
    const isInTime = Math.abs(date - at) <= LATE_SAVE_MS;
    const entry = tree.get(path);
    const isThere = entry?.kind === 'file' && !idOf.has(path);
    // It waits for its person as a file of its own.
    const isDecided = isThere && blocked.has(entry.identity);
    if (isThere && !isDecided && (isInTime || found)) saves.set(path, place);
    if (isDecided || (!isInTime && !(isThere && found))) changes.push({ type: 'vacated gone', path });
    else if (isThere !== (found === true))
      changes.push({ type: 'vacated', place: { ...place, found: isThere || undefined } });
  }
  if (changes.length > 0) commit(memory, changes);
  return saves;
}

/** The path as a program spelled it there: some write the letters of a name in another form (NFC, NFD) than they read. */
function spelledIn(tree: LocalTree, path: string): string {
  if (tree.has(path)) return path;
  return [path.normalize('NFC'), path.normalize('NFD')].find((spelled) => tree.has(spelled)) ?? path;
}

function commit(memory: Memory, changes: Parameters<Memory['commitNotes']>[0]): void {
  try {
    memory.commitNotes(changes);
  } catch (error) {
    // The next look notes it again. What must be written asks for room.
    if (!(error instanceof FilesError) || error.code !== 'full') throw error;
  }
}

function childrenOf(synced: Memory['content']['synced']): ReadonlyMap<string, readonly string[]> {
  const inside = new Map<string, string[]>();
  for (const { id, parent } of synced.values()) {
    const there = inside.get(parent);
    if (there) there.push(id);
    else inside.set(parent, [id]);
  }
  return inside;
}
