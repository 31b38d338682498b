import type { DiskRoom } from '../../executors/disk-room.ts';
import { sweepLeftovers } from '../../executors/leftovers.ts';
import { FilesError } from '../../ports/files.ts';
import type { ReplacedFiles } from '../replaced/replaced-files.ts';
import type { SyncPreferences } from '../sync-preferences.ts';
import { downloadKey, type Transfers } from '../work/transfers.ts';
import type { Work } from '../work/work.ts';
import type { Setbacks } from './setbacks.ts';

/** So many bytes more must be free before what did not fit is tried again outside of its pauses. */
const MORE = 1 << 20;
/** Other programs give room back without a word, so while something does not fit the disk is asked this often. */
const LOOK_MS = 15_000;
/** The same while a replaced file has still to give room back: it is read once more, which takes a moment. */
const LENT_LOOK_MS = 3000;

interface Parts {
  readonly room: DiskRoom;
  readonly setbacks: Setbacks;
  readonly replaced: ReplacedFiles;
  readonly preferences: SyncPreferences;
  readonly transfers: Transfers;
}

/** What giving room back needs. */
type Eased = Pick<Work, 'files' | 'memory' | 'clock'>;

/**
 * What an engine does on a full disk: it gives back the room that its own files take and nobody needs, and tries what
 * did not fit as soon as there is room for it.
 */
export class Shortage {
  /** Something has found no room since the last cycle, or nothing is known of the disk yet. */
  private met = true;
  /** A download takes of what is kept free, and what it replaces has not given that back yet. */
  private lent = false;
  /** The least room since something did not fit, in bytes. */
  private least: number | undefined;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Notes an error of a cycle, or of an operation. */
  note(error: unknown): void {
    if (error instanceof FilesError && error.code === 'full') this.met = true;
  }

  /** When to look at the disk again, on the clock's scale; `undefined` where nothing waits for room. */
  nextAt: number | undefined;

  /** At the beginning of a cycle, before anything is written: also the journal needs room. */
  async ease(work: Eased): Promise<void> {
    const { room, setbacks, replaced } = this.parts;
    if (!this.met && setbacks.short.length === 0) return;
    const free = await room.free();
    if (this.met && free !== undefined && free < 0) {
      // A part of a document that does not fit any more only keeps others from their room.
      await this.sweep(work, () => false);
      await replaced.dropExcess(work);
    }
    this.met = false;
    await this.easeAgain(work);
  }

  /**
   * Where something found no room: unchanged replaced files, which nobody has open, give theirs to it, and what fits by
   * now does not wait for the end of its pause.
   */
  async easeAgain(work: Eased): Promise<void> {
    const { room, setbacks, replaced, transfers } = this.parts;
    if (transfers.takeLeftParts()) await this.tidy(work);
    await this.takeBackLent(work);
    const { short } = setbacks;
    this.nextAt = this.lent ? work.clock.now() + LENT_LOOK_MS : undefined;
    if (short.length === 0) {
      this.least = undefined;
      return;
    }
    this.nextAt ??= work.clock.now() + LOOK_MS;
    await this.tidy(work);
    const free = await room.free();
    if (free === undefined) return;
    const given = await replaced.giveRoom(work, short, free);
    this.tryAgain(given > 0 ? ((await room.free()) ?? free) : free);
  }

  /** A version has come with room of what is kept free: the file that it replaced gives its own for that. */
  private async takeBackLent(work: Eased): Promise<void> {
    const { room, replaced, transfers } = this.parts;
    this.lent = room.takeLent() || this.lent;
    if (!this.lent) return;
    const free = await room.free();
    const isShort = free !== undefined && free < 0;
    // It is still on its way, or what it replaced is not known to be unchanged yet.
    const mayGiveMore = isShort && (await replaced.dropExcess(work));
    this.lent = mayGiveMore || transfers.isBusy;
  }

  /** Removes what is left of downloads that are not wanted any more, and of uploads that have ended. */
  async tidy(work: Pick<Work, 'files' | 'memory'>): Promise<void> {
    await this.sweep(work, (id) => !this.parts.preferences.isOnlineOnly(id));
  }

  private sweep(work: Pick<Work, 'files' | 'memory'>, isWanted: (id: string) => boolean): Promise<void> {
    const isRunning = (id: string) => this.parts.transfers.isRunning(downloadKey(id));
    return sweepLeftovers(work, { isWanted, isRunning });
  }

  /** @param free bytes */
  private tryAgain(free: number): void {
    if (this.least === undefined || free >= this.least + MORE) {
      this.parts.setbacks.retryFitting(free);
      this.least = free;
    }
    this.least = Math.min(free, this.least ?? free);
  }
}
