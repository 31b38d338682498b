import type { Journal, JournalChange, JournalContent } from './ports/journal.ts';
import { sharedRemote, sharedSynced } from './sharing.ts';

/** The journal's content in memory; every change goes through the journal first. */
export class Memory {
  readonly content: JournalContent;
  /** Raised with every commit that changes something. */
  revision = 0;
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
    this.content = journal.load();
  }

  /** Makes the changes durable, all or none, and then visible. */
  commit(changes: readonly JournalChange[]): void {
    if (changes.length === 0) return;
    this.journal.commit(changes);
    this.revision += 1;
    for (const change of changes) apply(this.content, change);
  }
}

function apply(content: JournalContent, change: JournalChange): void {
  switch (change.type) {
    case 'remote':
      content.remote.set(change.node.id, sharedRemote(change.node, content));
      break;
    case 'remote gone':
      content.remote.delete(change.id);
      break;
    case 'synced':
      content.synced.set(change.node.id, sharedSynced(change.node, content));
      break;
    case 'forget':
      content.synced.delete(change.id);
      break;
    case 'library':
      content.libraries.set(change.library.id, change.library);
      break;
    case 'library gone':
      content.libraries.delete(change.id);
      break;
    case 'operation':
      content.operations.set(change.operation.opId, change.operation);
      break;
    case 'operation done':
      content.operations.delete(change.opId);
      break;
    case 'blocked':
      content.blocked.set(change.item.key, change.item);
      break;
    case 'unblocked':
      content.blocked.delete(change.key);
      break;
    case 'placing':
      content.placing.set(change.node.identity, change.node);
      break;
    case 'placed':
      content.placing.delete(change.identity);
      break;
    case 'meta':
      content.meta.set(change.key, change.value);
      break;
  }
}
