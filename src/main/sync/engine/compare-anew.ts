import type { JournalChange } from '../ports/journal.ts';
import type { Memory } from './memory.ts';

/**
 * Changes that forget what was agreed in these libraries, so that both sides are compared anew. Nothing is removed.
 * Where a file differs it may be an edit: it is kept beside the server's version, and does not become a document by
 * itself.
 */
export function comparingAnew(
  { content }: Memory,
  isMeant: (library: string) => boolean = () => true,
): JournalChange[] {
  const changes: JournalChange[] = [];
  for (const { id, library } of content.synced.values())
    if (isMeant(library)) changes.push({ type: 'forget', id });
  for (const library of content.libraries.values())
    if (isMeant(library.id))
      changes.push({ type: 'library', library: { ...library, settledOnce: false, startedOver: true } });
  return changes;
}
