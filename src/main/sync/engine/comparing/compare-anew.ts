import type { JournalChange } from '../../ports/journal.ts';
import type { Memory } from './memory.ts';

/** The journal's note of when both sides last agreed, in milliseconds of the epoch. */
export const AGREED_AT = 'agreed at';

/** Where that is unknown, nothing in the folder counts as its person's own. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;

/** When both sides last agreed: what was written since is its person's own, and came with no backup. */
export function agreedAt({ content }: Memory): number {
  return Number(content.meta.get(AGREED_AT) ?? UNKNOWN);
}

/**
 * Changes that forget what was agreed in these libraries, so that both sides are compared anew. Nothing is removed.
 * Where a file differs it may be an edit: it is kept beside the server's version, and does not become a document by
 * itself.
 */
export function comparingAnew(
  memory: Memory,
  isMeant: (library: string) => boolean = () => true,
): JournalChange[] {
  const forgotten: JournalChange[] = [];
  for (const { id, library } of memory.content.synced.values())
    if (isMeant(library)) forgotten.push({ type: 'forget', id });
  return [...forgotten, ...sortingAnew(memory, isMeant)];
}

/** Changes that have what only the folder has sorted, in these libraries: it may have come from a backup. */
export function sortingAnew(memory: Memory, isMeant: (library: string) => boolean): JournalChange[] {
  const startedOver = agreedAt(memory);
  return [...memory.content.libraries.values()]
    .filter(({ id }) => isMeant(id))
    .map((library) => ({ type: 'library', library: { ...library, settledOnce: false, startedOver } }));
}
