import type { Deps } from '../deps.ts';
import { claimScan, namesOf } from '../repositories/blob-texts.ts';
import { StorageError } from '../storage/storage.ts';
import { scanKind, textKind } from '../text/extract/kinds.ts';
import { OCR_LIMITS, type Ocr } from '../text/ocr/ocr.ts';
import { collect } from './collect.ts';
import type { TextKeeper } from './keep-text.ts';

/** What was read, or looked at, with a recognizer at hand. */
export const SCANNED = 2;
/** A content that ends this process again and again is given up. */
const TRIES = 3;

/**
 * Recognizes the words of one content that has none of its own: a picture, or a scanned PDF. It takes seconds a page,
 * so it is done where nothing else waits to be read.
 * @returns whether there was one
 */
export async function readScan(
  { db, storage, log, now }: Deps,
  ocr: Ocr,
  keeper: TextKeeper,
): Promise<boolean> {
  const at = now();
  const due = await claimScan(db, at, new Date(at.getTime() + 2 * OCR_LIMITS.timeMs), SCANNED);
  if (!due) return false;
  const { sha256, size, reason } = due;
  const names = await namesOf(db, sha256);
  const kind = names
    .map(({ name, type }) => (textKind(name, type) === 'pdf' ? 'pdf' : scanKind(name, type)))
    .find((each) => each !== null);
  if (!kind || due.tries > TRIES) {
    await keeper.giveUp(sha256, reason, SCANNED);
    return true;
  }
  try {
    if (size > OCR_LIMITS.fileBytes) {
      await keeper.giveUp(sha256, 'too_large', SCANNED);
      return true;
    }
    const read = await ocr.read(await collect(await storage.open(sha256)), kind);
    if ('pages' in read) await keeper.keep(sha256, read, SCANNED);
    else await keeper.giveUp(sha256, read.none, SCANNED);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'not_kept')) throw error;
    await keeper.giveUp(sha256, 'missing', SCANNED);
  }
  log.debug({ sha256, kind }, 'scan read');
  return true;
}
