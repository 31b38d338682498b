import type { FileEntry } from '../../ports/files.ts';
import type { ReplacedFile } from '../../ports/journal.ts';
import type { Work } from '../work.ts';

/** How long and how many replaced files are kept. */
export interface Retention {
  /** So long at least, in milliseconds. */
  readonly keepMs: number;
  /** The same of what its person may no longer see: its bytes should not stay, and a program has time to save. */
  readonly withdrawnMs: number;
  /** Bytes of all of them together; of what is found over it the oldest unchanged ones go first. */
  readonly bytes: number;
  /** As a share of the room that is left on the disk; the smaller of both holds. */
  readonly share: number;
}

const DAY_MS = 86_400_000;

export const DEFAULT_RETENTION: Retention = {
  keepMs: 7 * DAY_MS,
  withdrawnMs: 3_600_000,
  bytes: 2 * 1024 ** 3,
  share: 0.05,
};

/**
 * Those that may go: kept for long enough, or the oldest of what is over the budget; never one that was written to since its
 * bytes were last found at the server. Notes anew what seems to have been replaced in the future: the clock was set back.
 */
export async function expired(
  work: Work,
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
  const free = await work.files.freeBytes();
  const budget = Math.min(bytes, free === undefined ? bytes : free * share);
  const due: FileEntry[] = [];
  for (const { entry, isDue } of clean.sort((a, b) => a.since - b.since)) {
    if (!isDue && total <= budget) continue;
    due.push(entry);
    total -= entry.size;
  }
  return due;
}
