import type { FileEntry } from '../../ports/files.ts';
import type { ReplacedFile } from '../../ports/journal.ts';
import type { Work } from '../work/work.ts';

/** How long and how many replaced files are kept. */
export interface Retention {
  /** Kept at least this long, in milliseconds. */
  readonly keepMs: number;
  /**
   * The same for files that their person may not see any more: their bytes should not stay, but a program needs time to
   * save.
   */
  readonly withdrawnMs: number;
  /** Bytes of all of them together. Above it the oldest unchanged ones are deleted first. */
  readonly bytes: number;
  /** As a share of the free room on the disk. The smaller limit holds. */
  readonly share: number;
}

const DAY_MS = 86_400_000;

export const DEFAULT_RETENTION: Retention = {
  keepMs: 7 * DAY_MS,
  withdrawnMs: 3_600_000,
  bytes: 2 * 1024 ** 3,
  share: 0.05,
};

/** Those whose bytes are the ones that the server had, the oldest first. */
export function oldestUnchanged(
  { memory, clock }: Pick<Work, 'memory' | 'clock'>,
  entries: readonly FileEntry[],
): readonly FileEntry[] {
  const now = clock.date();
  const clean = entries.flatMap((entry) => {
    const file = memory.content.replaced.get(entry.name);
    return file?.stamp === entry.stamp ? [{ entry, since: Math.min(file.since, now) }] : [];
  });
  return clean.sort((a, b) => a.since - b.since).map(({ entry }) => entry);
}

/**
 * Which to delete so that as much as possible of what waits for room fits; none where none of it would fit.
 * @param clean files that may be deleted, the oldest first
 * @param wanted bytes that each needs which waits, the smallest first
 * @param free bytes that are free for it
 */
export function chooseForRoom(
  clean: readonly FileEntry[],
  wanted: readonly number[],
  free: number,
): readonly FileEntry[] {
  const most = clean.reduce((sum, { size }) => sum + size, free);
  let needed = 0;
  for (const bytes of wanted) if (needed + bytes <= most) needed += bytes;
  const chosen: FileEntry[] = [];
  let there = free;
  for (const entry of clean) {
    if (there >= needed) break;
    chosen.push(entry);
    there += entry.size;
  }
  return chosen;
}

/**
 * The files that may be deleted: kept for long enough, or the oldest above the budget. Never one that was written to
 * since its bytes were last known to be the server's. Where the clock was set back, files that seem to be replaced in
 * the future are dated anew.
 */
export async function expired(
  work: Pick<Work, 'files' | 'memory' | 'clock'>,
  { keepMs, withdrawnMs, bytes, share }: Retention,
  entries: readonly FileEntry[],
): Promise<readonly FileEntry[]> {
  const now = work.clock.date();
  const early: ReplacedFile[] = [];
  const clean: { readonly entry: FileEntry; readonly since: number; readonly isDue: boolean }[] = [];
  let total = 0;
  for (const entry of entries) {
    total += entry.size;
    const file = work.memory.content.replaced.get(entry.name);
    if (file?.stamp !== entry.stamp) continue;
    if (file.since > now) early.push({ ...file, since: now });
    const since = Math.min(file.since, now);
    clean.push({ entry, since, isDue: now - since >= (file.withdrawn ? withdrawnMs : keepMs) });
  }
  work.memory.commit(early.map((file) => ({ type: 'replaced', file }) as const));
  if (total === 0 && clean.length === 0) return [];
  const space = await work.files.space();
  const budget = Math.min(bytes, space ? space.free * share : bytes);
  const due: FileEntry[] = [];
  for (const { entry, isDue } of clean.sort((a, b) => a.since - b.since)) {
    if (!isDue && total <= budget) continue;
    due.push(entry);
    total -= entry.size;
  }
  return due;
}
