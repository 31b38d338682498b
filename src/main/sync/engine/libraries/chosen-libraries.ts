import { clashKey } from '#shared/platform/files/names.ts';
import type { LibraryInfo } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';

/** The journal's note of the libraries that were chosen by name: the ids that each name has meant. */
const META = 'chosen libraries';

function readNotes({ content }: Memory): Map<string, readonly string[]> {
  return new Map(JSON.parse(content.meta.get(META) ?? '[]') as [string, string[]][]);
}

/**
 * The libraries that were chosen by name; all of them where `wanted` is empty. One that was renamed since stays chosen.
 * Notes in the journal which library each name means.
 * @param all the libraries that this person has
 */
export function chooseLibraries(
  memory: Memory,
  all: readonly LibraryInfo[],
  wanted: readonly string[],
): readonly LibraryInfo[] {
  if (wanted.length === 0) return all;
  const notes = readNotes(memory);
  const chosen = new Set<string>();
  let isNew = false;
  for (const key of wanted.map(clashKey)) {
    const known = notes.get(key) ?? [];
    const found = all.filter(({ id, name }) => known.includes(id) || isCalled(memory, id, name, key));
    for (const { id } of found) chosen.add(id);
    const fresh = found.filter(({ id }) => !known.includes(id)).map(({ id }) => id);
    if (fresh.length === 0) continue;
    notes.set(key, [...known, ...fresh]);
    isNew = true;
  }
  if (isNew) memory.commit([{ type: 'meta', key: META, value: JSON.stringify([...notes]) }]);
  return all.filter(({ id }) => chosen.has(id));
}

/** Whether a library has this name, or had it when it was synced last. */
function isCalled({ content }: Memory, id: string, name: string, key: string): boolean {
  const before = content.libraries.get(id)?.name;
  return clashKey(name) === key || (before !== undefined && clashKey(before) === key);
}

/** The names in `wanted` that mean none of the libraries in `open`. */
export function unknownLibraries(
  memory: Memory,
  open: readonly LibraryInfo[],
  wanted: readonly string[],
): readonly string[] {
  const notes = readNotes(memory);
  return wanted.filter((name) => {
    const known = notes.get(clashKey(name)) ?? [];
    return !open.some(({ id }) => known.includes(id));
  });
}
