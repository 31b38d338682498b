import type { Scan } from '../../local/scan.ts';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import type { Memory } from '../comparing/memory.ts';

/**
 * Gives the note about a file to the file that took its place: many programs save into a new file, and unpacking a backup
 * again makes new ones. Otherwise a document that was begun on the server would be made a second time under another name,
 * and what waits for its person would become a document by itself.
 */
export function passOnNotes(memory: Memory, { tree, unread }: Pick<Scan, 'tree' | 'unread'>): void {
  const { blocked, synced } = memory.content;
  const notes = [...blocked.values()].filter(isOfPlace);
  if (notes.length === 0 || unread.some(({ kind }) => kind === 'folder')) return;
  const identities = new Set<string>();
  for (const { identity } of tree.values()) identities.add(identity);
  for (const item of notes) {
    const heir = identities.has(item.key) ? undefined : tree.get(item.path);
    if (heir?.kind !== 'file' || blocked.has(heir.identity)) continue;
    if ([...synced.values()].some(({ identity }) => identity === heir.identity)) continue;
    memory.commit([
      { type: 'unblocked', key: item.key },
      { type: 'blocked', item: { ...item, key: heir.identity } },
    ]);
  }
}

const isOfPlace = ({ begun, reason }: KeptBlockedItem): boolean =>
  begun !== undefined || reason === 'only-here' || reason === 'copy';
