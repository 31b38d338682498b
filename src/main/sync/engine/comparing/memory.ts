import type { RemoteNode, SyncedNode } from '../../planner/trees.ts';
import type { Journal, JournalChange, JournalContent } from '../../ports/journal.ts';
import { ChangeLog } from './change-log.ts';
import { sharedRemote, sharedSynced } from './sharing.ts';

/** A change that is in none of the trees. */
type Note = Extract<JournalChange, { readonly type: 'meta' | 'vacated' | 'vacated gone' }>;

/** The journal's content in memory. Every change is written to the journal first. */
export class Memory {
  readonly content: JournalContent;
  /** Raised with every commit that a comparison may depend on. */
  revision = 0;
  /** How nodes were before they changed, for the next comparison. */
  private readonly changed = { remote: new ChangeLog<RemoteNode>(), synced: new ChangeLog<SyncedNode>() };
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
    this.content = journal.load();
  }

  /** Commits the changes, all or none, and then applies them in memory. */
  commit(changes: readonly JournalChange[]): void {
    if (changes.length === 0) return;
    this.journal.commit(changes);
    this.revision += 1;
    for (const change of changes) {
      this.note(change);
      apply(this.content, change);
    }
  }

  /** Commits notes by which neither side differs, so `revision` is as it was. */
  commitNotes(changes: readonly Note[]): void {
    this.journal.commit(changes);
    for (const change of changes) apply(this.content, change);
  }

  /** What changed in both trees since the last call. */
  takeChanges() {
    return { remote: this.changed.remote.take(), synced: this.changed.synced.take() };
  }

  private note(change: JournalChange): void {
    const { remote, synced } = this.content;
    if (change.type === 'remote') this.changed.remote.note(change.node.id, remote.get(change.node.id));
    if (change.type === 'remote gone') this.changed.remote.note(change.id, remote.get(change.id));
    if (change.type === 'synced') this.changed.synced.note(change.node.id, synced.get(change.node.id));
    if (change.type === 'forget') this.changed.synced.note(change.id, synced.get(change.id));
    // Blocked items are in neither tree, and any plan may depend on them.
    if (change.type === 'blocked' || change.type === 'unblocked') this.changed.synced.noteAll();
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
    case 'replaced':
      content.replaced.set(change.file.name, change.file);
      break;
    case 'replaced gone':
      content.replaced.delete(change.name);
      break;
    case 'vacated':
      content.vacated.set(change.place.path, change.place);
      break;
    case 'vacated gone':
      content.vacated.delete(change.path);
      break;
    case 'meta':
      content.meta.set(change.key, change.value);
      break;
  }
}
