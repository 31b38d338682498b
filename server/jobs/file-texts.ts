import type { Readable } from 'node:stream';
import type { Transaction } from 'kysely';
import type { NoTextReason } from '#shared/domain/file-texts.ts';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import {
  claimText,
  type DueText,
  findHolders,
  insertText,
  markTextless,
  namesOf,
  type Piece,
  postponeText,
  releaseTexts,
  showText,
  vectorSize,
} from '../repositories/blob-texts.ts';
import { insertMessage } from '../repositories/outbox.ts';
import { StorageError } from '../storage/storage.ts';
import { EXTRACT_LIMITS, type PageText, type TextKind } from '../text/extract/extraction.ts';
import type { Extractor } from '../text/extract/extractor.ts';
import { textKind } from '../text/extract/kinds.ts';
import { MAX_INDEXED_CHARACTERS } from '../text/search-sql.ts';
import type { OutboxMessage } from './outbox-messages.ts';

/** Raised when the extractors read better than before; what older ones read can then be told apart. */
const EXTRACTOR = 1;
const POLL_MS = 1000;
/** Longer than any document may take. */
const LEASE_MS = 3 * EXTRACT_LIMITS.timeMs;
/** A content that ends its process, or this one, again and again is given up. */
const TRIES = 3;
const NEWS_MS = 600_000;
const NAMELESS_MS = 3_600_000;
const PIECE_CHARACTERS = 4_000;
/** A tsvector may have 1 MiB; the sheet's words need some of it. */
const VECTOR_BYTES = 900_000;

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
export function createTextReader(deps: Deps, extractor: Extractor): TextReader {
  const { db, storage, log, now } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  /** The embedded database has one server: whatever was taken was taken by one that died. */
  let released = false;

  async function once(due: DueText): Promise<void> {
    const { sha256 } = due;
    if (due.tries > TRIES) return giveUp(sha256, 'failed');
    const names = await namesOf(db, sha256);
    // Its confirmation came to nothing so far; somebody may send it again.
    if (names.length === 0) return postponeText(db, sha256, new Date(now().getTime() + NAMELESS_MS));
    const kind = names.map(({ name, type }) => textKind(name, type)).find((each) => each !== null);
    if (!kind) return giveUp(sha256, 'kind');
    const bytes = await read(due, kind);
    if (typeof bytes === 'string') return giveUp(sha256, bytes);
    const extraction = await extractor.extract(bytes, kind);
    if (stopped) return;
    if ('none' in extraction) {
      log.info({ sha256, kind, reason: extraction.none }, 'no text was read');
      // A fault of ours is tried again; what the document does, it will do again.
      if (extraction.none !== 'failed') await giveUp(sha256, extraction.none);
      return;
    }
    const cut = kind === 'text' && due.size > EXTRACT_LIMITS.plainBytes;
    await keep(sha256, extraction.pages, extraction.truncated || cut);
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

  async function keep(sha256: string, pages: readonly PageText[], truncated: boolean): Promise<void> {
    const pieces = pages.flatMap(({ page, text }) =>
      cutAtWords(text).map((part): Piece => ({ page, text: part })),
    );
    const whole = pages.map(({ text }) => text).join('\n');
    // Text of letters of many bytes, all words different, may be more than a vector takes: then less of it is found.
    for (let length = MAX_INDEXED_CHARACTERS; ; length = Math.floor(length / 2)) {
      try {
        await db.transaction().execute(async (trx) => {
          await insertText(trx, sha256, pieces, whole.slice(0, length));
          if (length > 1000 && whole.length > 50_000 && (await vectorSize(trx, sha256)) > VECTOR_BYTES) {
            throw new TooManyWords();
          }
          await showText(trx, sha256, { truncated, extractor: EXTRACTOR });
          await announce(trx, sha256);
        });
        return;
      } catch (error) {
        const full = error instanceof TooManyWords || (error as { code?: string }).code === '54000';
        if (!full || length <= 1000) throw error;
      }
    }
  }

  async function giveUp(sha256: string, reason: NoTextReason): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await markTextless(trx, sha256, reason, EXTRACTOR);
      if (reason !== 'kind') await announce(trx, sha256);
    });
  }

  /** Screens that show the document learn how it went; an old backlog is nobody's news. */
  async function announce(trx: Transaction<Schema>, sha256: string): Promise<void> {
    const at = now();
    for (const { organization, ...of } of await findHolders(trx, sha256, new Date(at.getTime() - NEWS_MS))) {
      await insertMessage(trx, organization, { kind: 'record.changed', ...of } satisfies OutboxMessage, at);
    }
  }

  async function all(): Promise<void> {
    if (!released && deps.engine === 'pglite') await releaseTexts(db, now());
    released = true;
    while (!stopped) {
      const at = now();
      const due = await claimText(db, at, new Date(at.getTime() + LEASE_MS));
      if (!due) return;
      try {
        await once(due);
      } catch (error) {
        log.warn({ err: error, sha256: due.sha256 }, 'to be read again');
      }
    }
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
      await running;
    },
  };
}

class TooManyWords extends Error {}

async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Pieces of a few thousand characters, cut between words where there are any. */
function cutAtWords(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PIECE_CHARACTERS);
    if (end < text.length) {
      const space = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end));
      if (space > at + PIECE_CHARACTERS / 2) end = space;
      // Never between the halves of one letter.
      else if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1;
    }
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}
