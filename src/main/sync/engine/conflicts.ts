import type { KeptBlockedItem } from '../ports/journal.ts';
import { type Remote, RemoteError } from '../ports/remote.ts';
import type { Memory } from './memory.ts';

/**
 * The conflict versions that this desktop made (docs/domain/states-and-versions.md). Each is a blocked item until its
 * person says which version is to stand, here or on any other screen; both stay in the history either way.
 */
export class Conflicts {
  /** Records whose conflicts somebody may have settled elsewhere. */
  private readonly doubtful = new Set<string>();
  /** Decisions whose answer never came, by conflict version: made again, each is the same call. */
  private readonly unanswered = new Map<string, { readonly opId: string; readonly base: string }>();
  private readonly memory: Memory;
  private readonly remote: Remote;

  constructor(memory: Memory, remote: Remote) {
    this.memory = memory;
    this.remote = remote;
  }

  /** Those that wait for their person. */
  get open(): readonly KeptBlockedItem[] {
    return [...this.memory.content.blocked.values()].filter((item) => item.reason === 'conflict');
  }

  /** Somebody may have settled this record's conflicts; without one, any. */
  mark(recordId?: string): void {
    for (const item of this.open) {
      if (item.recordId && (recordId === undefined || item.recordId === recordId))
        this.doubtful.add(item.recordId);
    }
  }

  /** Asks the server about those that were marked, and forgets what waits for nobody any more. */
  async refresh(): Promise<void> {
    for (const recordId of [...this.doubtful]) {
      // Marked again while the server answers, it is asked again.
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
   * What their person decided: `use` makes a new version with this one's bytes, on what is current as they saw it;
   * `keep` leaves what is current. Raises `RemoteError`, `version_conflict` where something newer came meanwhile.
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

  /** What is current may be this very decision's doing: without an answer, it is asked on the base that it had. */
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
      // The document is gone, or no longer theirs to see.
      if (error instanceof RemoteError && (error.kind === 'gone' || error.kind === 'refused')) return [];
      throw error;
    }
  }
}
