import type { Deps } from '../../../platform/deps.ts';
import { collect } from '../../../platform/jobs/collect.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import { OCR_LIMITS, type Ocr, type ScanKind } from '../../../platform/text/ocr/ocr.ts';
import type { TextKeeper } from './keep-text.ts';
import { holdBack } from './text-holds.queries.ts';
import { claimDueText } from './text-queue.queries.ts';
import { judgeScan, type Reading, triage } from './text-triage.ts';
import type { TextTurns } from './text-turns.ts';

/** The reader version of contents that were looked at with a recognizer, whether text was found or not. */
export const SCANNED = 2;
/** A scan that takes longer holds its person's others back: no single page takes as long. */
const LONG_SECONDS = 60;
const SCANS: Reading<ScanKind> = { queue: { recognizer: SCANNED }, by: SCANNED, judge: judgeScan };

/**
 * Recognizes the text of one content that has none of its own: a picture, or a scanned PDF. That takes seconds for each
 * page, so it runs only while no other text waits. Contents that are no pictures are settled in batches.
 * @returns whether there was anything
 */
export async function readScan(deps: Deps, ocr: Ocr, keeper: TextKeeper, turns: TextTurns): Promise<boolean> {
  const { db, storage, log, now } = deps;
  const { toRead, settled } = await triage(deps, keeper, SCANS, turns);
  const at = now();
  const leaseUntil = new Date(at.getTime() + 2 * OCR_LIMITS.timeMs);
  const due = await claimDueText(db, SCANS.queue, [...toRead.keys()], at, leaseUntil);
  const kind = due && toRead.get(due.sha256);
  if (!kind) return settled > 0;
  const { sha256, by } = due;
  turns.serve(by);
  const began = performance.now();
  try {
    const read = await ocr.read(await collect(await storage.open(sha256)), kind);
    if ('pages' in read) await keeper.keep([{ sha256, ...read }], SCANNED);
    else await keeper.giveUp([{ sha256, reason: read.none }], SCANNED);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'not_kept')) throw error;
    await keeper.giveUp([{ sha256, reason: 'missing' }], SCANNED);
  }
  const seconds = (performance.now() - began) / 1000;
  if (seconds > LONG_SECONDS) await holdBack(db, by, seconds, now());
  log.debug({ sha256, kind }, 'scan read');
  return true;
}
