import type { KeptBlockedItem } from '../../ports/journal.ts';
import { type Remote, RemoteError } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';
import { placeOf } from '../places.ts';

/**
 * The conflict versions that this desktop made (docs/domain/states-and-versions.md). Each is a blocked item until its
 * person chooses a version, here or on another screen. Both stay in the history.
 */
export class Conflicts {
  /** Records whose conflicts may have been settled elsewhere. */
  private readonly doubtful = new Set<string>();
  /** Decisions without an answer, by conflict version. Repeated, each is the same call. */
  private readonly unanswered = new Map<string, { readonly opId: string; readonly base: string }>();
  private readonly memory: Memory;
  private readonly remote: Remote;
  private readonly pathOf: (recordId: string) => string | undefined;

  /** @param pathOf where a document lies on this computer; `undefined` where it does not */
  constructor(memory: Memory, remote: Remote, pathOf: (recordId: string) => string | undefined) {
    this.memory = memory;
    this.remote = remote;
    this.pathOf = pathOf;
  }

  /**
   * Those that wait for a decision. Each has the path of its document on this computer now, else that on the server, and
   * the one that it had when it was made only where neither has it.
   */
  get open(): readonly KeptBlockedItem[] {
    const { blocked, remote } = this.memory.content;
    const open = [...blocked.values()].filter((item) => item.reason === 'conflict');
    return open.map((item) => {
      const { recordId = '', path } = item;
      const there = remote.has(recordId) ? placeOf(this.memory.content, recordId) : path;
      return { ...item, path: this.pathOf(recordId) ?? there };
    });
  }

  /** Marks a record's conflicts as perhaps settled; without an id, all of them. */
  mark(recordId?: string): void {
    for (const item of this.open) {
      if (item.recordId && (recordId === undefined || item.recordId === recordId))
        this.doubtful.add(item.recordId);
    }
  }

  /** Asks the server about the marked ones, and drops those that are settled. */
  async refresh(): Promise<void> {
    for (const recordId of [...this.doubtful]) {
      // If it is marked again while the server answers, it is asked again.
      this.doubtful.delete(recordId);
      const waiting = await this.waiting(recordId).catch((error: unknown) => {
        this.doubtful.add(recordId);
        throw error;
      });
      const settled = this.open.filter((item) => item.recordId === recordId && !waiting.includes(item.key));
      this.memory.commit(settled.map(({ key }) => ({ type: 'unblocked', key })));
    }
  }

  /**
   * Sends a decision. `use` makes a new version with this one's bytes, on what the person saw as current; `keep` leaves
   * what is current. Throws `RemoteError`, `version_conflict` where something newer came meanwhile.
   */
  async settle(key: string, decision: 'use' | 'keep', opId: string): Promise<void> {
    const { blocked, remote } = this.memory.content;
    const item = blocked.get(key);
    if (item?.reason !== 'conflict') return;
    const record = remote.get(item.recordId ?? '');
    if (record?.kind !== 'record') throw new RemoteError('gone', 'not_found', '');
    if (decision === 'keep') await this.remote.keepVersion(opId, key);
    else await this.use(key, this.unanswered.get(key) ?? { opId, base: record.version.id });
    this.memory.commit([{ type: 'unblocked', key }]);
  }

  /** The current version may be the result of this very call, so a repeated call uses the base of the first one. */
  private async use(key: string, call: { readonly opId: string; readonly base: string }): Promise<void> {
    this.unanswered.set(key, call);
    try {
      await this.remote.promoteVersion(call.opId, key, call.base);
    } catch (error) {
      if (!(error instanceof RemoteError) || error.kind !== 'offline') this.unanswered.delete(key);
      throw error;
    }
    this.unanswered.delete(key);
  }

  private async waiting(recordId: string): Promise<readonly string[]> {
    try {
      return await this.remote.openConflicts(recordId);
    } catch (error) {
      // The document is gone, or not visible any more.
      if (error instanceof RemoteError && (error.kind === 'gone' || error.kind === 'refused')) return [];
      throw error;
    }
  }
}
