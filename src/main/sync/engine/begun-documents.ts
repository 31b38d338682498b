import type { Scan } from '../local/scan.ts';
import type { Memory } from './memory.ts';

/**
 * Gives the note of a document that was begun on the server to the file that took the refused one's place: many programs
 * save into a new file. Otherwise a second document would be made of it, under another name.
 */
export function passOnBegun(memory: Memory, { tree, unread }: Pick<Scan, 'tree' | 'unread'>): void {
  const { blocked, synced } = memory.content;
  const begun = [...blocked.values()].filter((item) => item.begun !== undefined);
  if (begun.length === 0 || unread.some(({ kind }) => kind === 'folder')) return;
  const identities = new Set<string>();
  for (const { identity } of tree.values()) identities.add(identity);
  for (const item of begun) {
    const heir = identities.has(item.key) ? undefined : tree.get(item.path);
    if (heir?.kind !== 'file' || blocked.has(heir.identity)) continue;
    if ([...synced.values()].some(({ identity }) => identity === heir.identity)) continue;
    memory.commit([
      { type: 'unblocked', key: item.key },
      { type: 'blocked', item: { ...item, key: heir.identity } },
    ]);
  }
}
