import type { NoTextReason } from '#shared/domain/file-texts.ts';
import type { Deps } from '../deps.ts';
import { claimText, type DueText, namesOf, postponeText, releaseTexts } from '../repositories/blob-texts.ts';
import { StorageError } from '../storage/storage.ts';
import { EXTRACT_LIMITS, type TextKind } from '../text/extract/extraction.ts';
import type { Extractor } from '../text/extract/extractor.ts';
import { textKind } from '../text/extract/kinds.ts';
import type { Ocr } from '../text/ocr/ocr.ts';
import { collect } from './collect.ts';
import { createTextKeeper } from './keep-text.ts';
import { readScan } from './scan-texts.ts';

/** Raised when the extractors read better than before; what older ones read can then be told apart. */
const EXTRACTOR = 1;
const POLL_MS = 1000;
/** Longer than any document may take. */
const LEASE_MS = 3 * EXTRACT_LIMITS.timeMs;
/** A content that ends its process, or this one, again and again is given up. */
const TRIES = 3;
const NAMELESS_MS = 3_600_000;

export interface TextReader {
  start(): void;
  /** Reads everything that is due. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Reads the words of every content once, after it was confirmed (and of those that were there before), and lets
 * documents be found by them. Each content is one short transaction; who dies in between leaves it to be read again.
 */
/** @param findOcr looks for the recognizer of words on pictures; asked once, at the first reading */
export function createTextReader(
  deps: Deps,
  extractor: Extractor,
  findOcr: () => Promise<Ocr | null>,
): TextReader {
  const { db, storage, log, now } = deps;
  const keeper = createTextKeeper(deps);
  let ocr: Promise<Ocr | null> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  /** The embedded database has one server: whatever was taken was taken by one that died. */
  let released = false;

  async function once(due: DueText): Promise<void> {
    const { sha256 } = due;
    if (due.tries > TRIES) return keeper.giveUp(sha256, 'failed', EXTRACTOR);
    const names = await namesOf(db, sha256);
    // Its confirmation came to nothing so far; somebody may send it again.
    if (names.length === 0) return postponeText(db, sha256, new Date(now().getTime() + NAMELESS_MS));
    const kind = names.map(({ name, type }) => textKind(name, type)).find((each) => each !== null);
    if (!kind) return keeper.giveUp(sha256, 'kind', EXTRACTOR);
    const bytes = await read(due, kind);
    if (typeof bytes === 'string') return keeper.giveUp(sha256, bytes, EXTRACTOR);
    const extraction = await extractor.extract(bytes, kind);
    if (stopped) return;
    if ('none' in extraction) {
      log.info({ sha256, kind, reason: extraction.none }, 'no text was read');
      // A fault of ours is tried again; what the document does, it will do again.
      if (extraction.none !== 'failed') await keeper.giveUp(sha256, extraction.none, EXTRACTOR);
      return;
    }
    const cut = kind === 'text' && due.size > EXTRACT_LIMITS.plainBytes;
    await keeper.keep(sha256, { pages: extraction.pages, truncated: extraction.truncated || cut }, EXTRACTOR);
  }

  async function read({ sha256, size }: DueText, kind: TextKind): Promise<Buffer | NoTextReason> {
    const plain = kind === 'text';
    if (!plain && size > EXTRACT_LIMITS.fileBytes) return 'too_large';
    if (size === 0) return 'empty';
    try {
      const end = Math.min(size, plain ? EXTRACT_LIMITS.plainBytes : size) - 1;
      return await collect(await storage.open(sha256, { start: 0, end }));
    } catch (error) {
      if (error instanceof StorageError && error.code === 'not_kept') return 'missing';
      throw error;
    }
  }

  async function all(): Promise<void> {
    if (!released && deps.engine === 'pglite') await releaseTexts(db, now());
    released = true;
    while (!stopped) {
      const at = now();
      const due = await claimText(db, at, new Date(at.getTime() + LEASE_MS));
      if (!due) {
        if (await scan()) continue;
        return;
      }
      try {
        await once(due);
      } catch (error) {
        log.warn({ err: error, sha256: due.sha256 }, 'to be read again');
      }
    }
  }

  /** Pictures and scans, one at a time, while nothing else waits. @returns whether there was one */
  async function scan(): Promise<boolean> {
    ocr ??= findOcr();
    const recognizer = await ocr;
    return recognizer !== null && !stopped && (await readScan(deps, recognizer, keeper));
  }

  const drain = (): Promise<void> => {
    running ??= all()
      .catch((error: unknown) => log.warn({ err: error }, 'texts could not be looked for'))
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    start() {
      timer = setInterval(() => void drain(), POLL_MS);
      timer.unref();
    },
    drain,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await extractor.close();
      (await ocr)?.close();
      await running;
    },
  };
}
