import type { NoTextReason } from '#shared/documents/file-texts.ts';
import type { Deps } from '../../../platform/deps.ts';
import { WALL_FACTOR } from '../../../platform/fence/fenced-node.ts';
import { collect } from '../../../platform/jobs/collect.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import { EXTRACT_LIMITS, type TextKind } from '../../../platform/text/extract/extraction.ts';
import type { Extractor } from '../../../platform/text/extract/extractor.ts';
import type { Ocr } from '../../../platform/text/ocr/ocr.ts';
import { charactersOf, createTextKeeper, type Read } from './keep-text.ts';
import { readScan } from './scan-texts.job.ts';
import { holdBack } from './text-holds.queries.ts';
import { claimDueText, type DueText, releaseTexts } from './text-queue.queries.ts';
import { judgeWords, type Reading, type ToRead, triage } from './text-triage.ts';
import { TextTurns } from './text-turns.ts';

/** Raised when the extractors get better, so that texts of older ones can be told apart. */
const EXTRACTOR = 1;
const WORDS: Reading<TextKind> = { queue: 'words', by: EXTRACTOR, judge: judgeWords };
const POLL_MS = 1000;
/** What takes longer than this counts against its person's other contents. */
const LONG_MS = 15_000;
/** After this long, contents that came meanwhile are looked for: they may be those of somebody else. */
const LOOK_AGAIN_MS = 2000;
/** Reasons for which reading ended early: the document's fault, or one that it may cause again. */
const COSTLY: ReadonlySet<NoTextReason> = new Set(['timeout', 'memory', 'failed']);
/** Longer than the extraction of two documents may take. */
const LEASE_MS = 3 * WALL_FACTOR * EXTRACT_LIMITS.timeMs;
/**
 * Small texts are stored together: at most this many, of this many characters, extracted within this many milliseconds.
 */
const TOGETHER = { texts: 20, characters: 20_000, bytes: 512 * 1024, ms: 1000 } as const;

/**
 * Extracts the text of every content once, after it was confirmed, and makes documents findable by it. Contents are read
 * in turns of those who uploaded them; whoever has one that takes long or fails waits a while with the others.
 * Contents that have no text to extract are settled in batches (`triage`). Of the others **one is taken at a time, just
 * before it is read**. Its lease (three minutes) then covers two extractions of at most a minute each, so a slow
 * neighbour does not let it expire. A content that ends the process uses up a try of its own, and of no other.
 * Extracted texts may wait a second to be stored with others, and are lost if the process ends then. So only small files
 * at their first try wait: whatever was being read when a process ended is read by itself afterwards, and stored at once.
 * @param findOcr looks for a recognizer of text in pictures; called once, at the first extraction
 */
export function createTextReader(deps: Deps, extractor: Extractor, findOcr: () => Promise<Ocr | null>) {
  const { db, storage, log, now } = deps;
  const keeper = createTextKeeper(deps);
  const turns = new TextTurns();
  let ocr: Promise<Ocr | null> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  /**
   * Whether old leases were released. The embedded database has one server, so every lease at its start is of a process
   * that died.
   */
  let released = false;

  /** Extracted, and not stored yet. */
  let unkept: Read[] = [];
  let unkeptSince = 0;

  async function flush(): Promise<void> {
    const texts = unkept;
    unkept = [];
    if (texts.length === 0) return;
    await keeper
      .keep(texts, EXTRACTOR)
      .catch((error: unknown) =>
        log.warn({ err: error, sha256: texts.map(({ sha256 }) => sha256) }, 'to be read again'),
      );
  }

  async function once(due: DueText, kind: TextKind): Promise<void> {
    const { sha256, size } = due;
    const alone = due.tries > 1 || size > TOGETHER.bytes;
    if (alone) await flush();
    const bytes = await read(due, kind);
    if (bytes === null) return keeper.giveUp([{ sha256, reason: 'missing' }], EXTRACTOR);
    const began = performance.now();
    const extraction = await extractor.extract(bytes, kind);
    if (stopped) return;
    const took = performance.now() - began;
    if (took > LONG_MS || ('none' in extraction && COSTLY.has(extraction.none)))
      await holdBack(db, due.by, took / 1000, now());
    if ('none' in extraction) {
      log.info({ sha256, kind, reason: extraction.none }, 'no text was read');
      // Our own failure is tried again. A failure that the document causes would repeat.
      if (extraction.none !== 'failed') await keeper.giveUp([{ sha256, reason: extraction.none }], EXTRACTOR);
      return;
    }
    const cut = kind === 'text' && size > EXTRACT_LIMITS.plainBytes;
    const text = { sha256, pages: extraction.pages, truncated: extraction.truncated || cut };
    if (alone || charactersOf(text) > TOGETHER.characters) return keeper.keep([text], EXTRACTOR);
    if (unkept.length === 0) unkeptSince = now().getTime();
    unkept.push(text);
    if (unkept.length >= TOGETHER.texts || now().getTime() - unkeptSince >= TOGETHER.ms) await flush();
  }

  /** @returns null where the storage has lost it */
  async function read({ sha256, size }: DueText, kind: TextKind): Promise<Buffer | null> {
    try {
      const end = Math.min(size, kind === 'text' ? EXTRACT_LIMITS.plainBytes : size) - 1;
      return await collect(await storage.open(sha256, { start: 0, end }));
    } catch (error) {
      if (error instanceof StorageError && error.code === 'not_kept') return null;
      throw error;
    }
  }

  /** Reads them in turn, for a while. @returns how many of them could be taken */
  async function readThese(toRead: ToRead<TextKind>): Promise<number> {
    const left = new Set(toRead.keys());
    const began = performance.now();
    for (;;) {
      const taken = toRead.size - left.size;
      if (stopped || (taken > 0 && performance.now() - began > LOOK_AGAIN_MS)) return taken;
      const at = now();
      const due = await claimDueText(db, WORDS.queue, [...left], at, new Date(at.getTime() + LEASE_MS));
      const kind = due && toRead.get(due.sha256);
      if (!kind) return taken;
      left.delete(due.sha256);
      turns.serve(due.by);
      try {
        await once(due, kind);
      } catch (error) {
        log.warn({ err: error, sha256: due.sha256 }, 'to be read again');
      }
    }
  }

  async function all(): Promise<void> {
    if (!released && deps.engine === 'pglite') await releaseTexts(db, now());
    released = true;
    while (!stopped) {
      const { toRead, settled } = await triage(deps, keeper, WORDS, turns);
      const taken = await readThese(toRead).finally(flush);
      if (settled + taken === 0 && !(await scan())) return;
    }
  }

  /** Pictures and scans, one at a time, while nothing else waits. @returns whether there was one */
  async function scan(): Promise<boolean> {
    ocr ??= findOcr();
    const recognizer = await ocr;
    return recognizer !== null && !stopped && (await readScan(deps, recognizer, keeper, turns));
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
    start(): void {
      timer = setInterval(() => void drain(), POLL_MS);
      timer.unref();
    },
    /** Extracts everything that is due. */
    drain,
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await extractor.close();
      (await ocr)?.close();
      await running;
    },
  };
}
