import type { SyncedRecord } from '../planner/trees.ts';
import type { JournalChange, LibraryState } from '../ports/journal.ts';
import { type Remote, RemoteError, STRANGE_ANSWER } from '../ports/remote.ts';
import type { Memory } from './comparing/memory.ts';

/** Maximum number of pages in one go, of a thousand rows each: more than any library has. */
const MOST_PAGES = 1000;

export interface Pulled {
  readonly changed: boolean;
  /** Something left the library, perhaps for another one, whose feed should be read before the next plan. */
  readonly gone: boolean;
}

/** Updates the Remote tree of one library from its feed. */
export async function pullLibrary(remote: Remote, memory: Memory, id: string): Promise<Pulled> {
  const library = memory.content.libraries.get(id);
  if (!library) return { changed: false, gone: false };
  let cursor = library.cursor;
  let changed = false;
  let gone = false;
  /** Ids of a running full comparison. */
  let present: Set<string> | undefined;
  const seen = new Set<string>();
  for (;;) {
    const page = await read(remote, id, cursor);
    if (page === 'cursor gone') {
      if (seen.size > MOST_PAGES) throw endless(id);
      seen.add(`gone ${seen.size}`);
      cursor = undefined;
      present = undefined;
      continue;
    }
    // A feed that repeats a cursor, or never ends, would keep the engine busy for ever.
    if (page.more && (seen.has(page.cursor) || seen.size > MOST_PAGES)) throw endless(id);
    seen.add(page.cursor);
    if (page.mode === 'snapshot') present ??= new Set();
    for (const node of page.nodes) present?.add(node.id);
    const changes: JournalChange[] = page.nodes.map((node) => ({ type: 'remote', node }));
    for (const goneId of page.gone) changes.push(...goneFrom(memory, id, goneId));
    if (!page.more && present) changes.push(...removeAllExcept(memory, id, present));
    gone ||= changes.some((change) => change.type === 'remote gone');
    changed ||= changes.length > 0;
    cursor = page.cursor;
    const before = current(memory, library);
    const next: JournalChange = { type: 'library', library: { ...before, cursor, epoch: page.epoch } };
    // The pages of a full comparison are only valid together: until the last one the old cursor stays.
    const isWhole = !present || !page.more;
    const isNews = isWhole && (before.cursor !== cursor || before.epoch !== page.epoch);
    const isOtherEpoch = library.epoch !== undefined && library.epoch !== page.epoch && !page.more;
    if (isNews && !isOtherEpoch) changes.push(next);
    memory.commit(changes);
    // In one commit: a cursor of the new epoch without the doubts would let old bytes replace newer ones.
    if (isNews && isOtherEpoch) memory.commit([next, ...markUnconfirmedUnsure(memory, id)]);
    if (!page.more) return { changed, gone };
  }
}

function endless(library: string): RemoteError {
  return new RemoteError('offline', STRANGE_ANSWER, `The feed of ${library} has no end`);
}

/** The library is no longer this person's: nothing in it is visible. */
export function forgetRemote(memory: Memory, id: string): readonly JournalChange[] {
  return removeAllExcept(memory, id, new Set());
}

async function read(remote: Remote, id: string, cursor: string | undefined) {
  try {
    return await remote.changes(id, cursor);
  } catch (error) {
    if (error instanceof RemoteError && error.kind === 'cursor' && cursor !== undefined) return 'cursor gone';
    throw error;
  }
}

function current(memory: Memory, library: LibraryState): LibraryState {
  return memory.content.libraries.get(library.id) ?? library;
}

/** What moved to another library is known there already, if that feed was read first. */
function goneFrom(memory: Memory, library: string, id: string): JournalChange[] {
  if (memory.content.remote.get(id)?.library === library) return [{ type: 'remote gone', id }];
  // Made here by a call whose answer never came. When it comes, it is older than this: the feed's word counts.
  const made = [...memory.content.operations.values()].find(
    ({ kind, recordId }) => kind === 'record' && recordId === id,
  );
  return made ? [{ type: 'operation', operation: { ...made, gone: true } }] : [];
}

function removeAllExcept(memory: Memory, library: string, present: ReadonlySet<string>): JournalChange[] {
  const changes: JournalChange[] = [];
  for (const node of memory.content.remote.values()) {
    if (node.library === library && !present.has(node.id)) changes.push({ type: 'remote gone', id: node.id });
  }
  return changes;
}

/**
 * The server was restored from a backup, or lost its last moments: what it has may be older than what lies here. Marks
 * whatever differs from the synced state, so that it is neither removed nor overwritten before the server was asked.
 */
export function markUnsure(memory: Memory, library: string): JournalChange[] {
  const doubtful: SyncedRecord[] = [];
  for (const node of memory.content.synced.values())
    if (node.kind === 'record' && node.library === library && !node.unsure) doubtful.push(node);
  return doubtful.map((node) => ({ type: 'synced', node: { ...node, unsure: true } }));
}

/** The same, apart from what the server has just confirmed. */
const markUnconfirmedUnsure = (memory: Memory, library: string): JournalChange[] =>
  markUnsure(memory, library).filter((change) => {
    if (change.type !== 'synced' || change.node.kind !== 'record') return true;
    const remote = memory.content.remote.get(change.node.id);
    return remote?.kind !== 'record' || remote.version.id !== change.node.versionId;
  });
