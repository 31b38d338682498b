import { dropReplaced } from '../../executors/removal.ts';
import type { FileEntry } from '../../ports/files.ts';
import { ASIDE } from '../layout.ts';
import type { Work } from '../work/work.ts';
import { chooseForRoom, expired, oldestUnchanged, type Retention } from './replaced-retention.ts';

/** The open files of all programs are searched for replaced ones at most this often, in milliseconds. */
const ASK_MS = 3_600_000;
/** They are asked for room at most this often: a program may have them open all the time. Milliseconds. */
const GIVE_MS = 10_000;

/** What deleting needs. */
export type RemovalWork = Pick<Work, 'files' | 'memory' | 'clock'>;

/** Deletes replaced files that nobody changed and no program has open. */
export class ReplacedRemoval {
  private readonly retention: Retention;
  private readonly onGone: (name: string) => void;
  private askedAt = Number.NEGATIVE_INFINITY;
  private bytesAsked = 0;
  private givenAt = Number.NEGATIVE_INFINITY;

  /** @param onGone called with the name of each that was deleted, before the journal notes it */
  constructor(retention: Retention, onGone: (name: string) => void) {
    this.retention = retention;
    this.onGone = onGone;
  }

  /**
   * Deletes unchanged ones that are due or over the budget: the disk is full.
   * @returns whether any was there, of which some may be deleted later
   */
  async dropExcess(work: RemovalWork): Promise<boolean> {
    const entries = ((await work.files.list(ASIDE)) ?? []).filter(({ kind }) => kind === 'file');
    await this.dropExpired(work, entries);
    return entries.length > 0;
  }

  /**
   * Deletes unchanged ones that no program has open, the oldest first, as far as that makes room for something that
   * waits for it.
   * @param wanted bytes that each needs, the smallest first
   * @param free bytes that are free for them
   * @returns how many bytes were given
   */
  async giveRoom(work: RemovalWork, wanted: readonly number[], free: number): Promise<number> {
    const now = work.clock.now();
    if (now < this.givenAt + GIVE_MS) return 0;
    const entries = ((await work.files.list(ASIDE)) ?? []).filter(({ kind }) => kind === 'file');
    const chosen = chooseForRoom(oldestUnchanged(work, entries), wanted, free);
    if (chosen.length === 0) return 0;
    this.givenAt = now;
    return this.drop(work, chosen);
  }

  /** Deletes unchanged ones that are due or over the budget. @param entries all of them */
  async dropExpired(work: RemovalWork, entries: readonly FileEntry[]): Promise<void> {
    const due = await expired(work, this.retention, entries);
    if (due.length === 0) return;
    const now = work.clock.now();
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    // A program may have one of them open for days. Asking the system is expensive, so it is not asked at every look.
    if (now - this.askedAt < Math.min(ASK_MS, this.retention.keepMs) && bytes <= this.bytesAsked) return;
    this.askedAt = now;
    const dueBytes = due.reduce((sum, { size }) => sum + size, 0);
    this.bytesAsked = dueBytes - (await this.drop(work, due));
  }

  /** Deletes those that no program has open for writing. @returns the bytes of the deleted ones */
  private async drop(work: RemovalWork, due: readonly FileEntry[]): Promise<number> {
    if (due.length === 0) return 0;
    const { replaced } = work.memory.content;
    const writers = await work.files.openForWriting(due);
    const gone: string[] = [];
    let bytes = 0;
    for (const { name, identity, stamp, size } of due) {
      if (writers.has(identity) || !(await dropReplaced(work.files, name, { identity, stamp }))) continue;
      gone.push(name);
      bytes += size;
    }
    for (const name of gone) this.onGone(name);
    work.memory.commit(
      gone.filter((name) => replaced.has(name)).map((name) => ({ type: 'replaced gone', name }) as const),
    );
    return bytes;
  }
}
