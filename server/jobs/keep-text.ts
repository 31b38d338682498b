import type { Transaction } from 'kysely';
import type { NoTextReason } from '#shared/domain/file-texts.ts';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import {
  findHolders,
  insertText,
  markTextless,
  type Piece,
  showText,
  vectorSize,
} from '../repositories/blob-texts.ts';
import { insertMessage } from '../repositories/outbox.ts';
import type { PageText } from '../text/extract/extraction.ts';
import { MAX_INDEXED_CHARACTERS } from '../text/search-sql.ts';
import type { OutboxMessage } from './outbox-messages.ts';

const NEWS_MS = 600_000;
const PIECE_CHARACTERS = 4_000;
/** A tsvector may have 1 MiB; the sheet's words need some of it. */
const VECTOR_BYTES = 900_000;

/** Who read it: what an older or a smaller one could not read can then be told apart. */
export type ReaderVersion = number;

/** Writes down what was read of a content, or that nothing was. */
export interface TextKeeper {
  keep(
    sha256: string,
    read: { readonly pages: readonly PageText[]; readonly truncated: boolean },
    by: ReaderVersion,
  ): Promise<void>;
  giveUp(sha256: string, reason: NoTextReason, by: ReaderVersion): Promise<void>;
}

export function createTextKeeper({ db, now }: Pick<Deps, 'db' | 'now'>): TextKeeper {
  /** Screens that show the document learn how it went; an old backlog is nobody's news. */
  async function announce(trx: Transaction<Schema>, sha256: string): Promise<void> {
    const at = now();
    for (const { organization, ...of } of await findHolders(trx, sha256, new Date(at.getTime() - NEWS_MS))) {
      await insertMessage(trx, organization, { kind: 'record.changed', ...of } satisfies OutboxMessage, at);
    }
  }

  return {
    async keep(sha256, { pages, truncated }, by) {
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
            await showText(trx, sha256, { truncated, extractor: by });
            await announce(trx, sha256);
          });
          return;
        } catch (error) {
          const full = error instanceof TooManyWords || (error as { code?: string }).code === '54000';
          if (!full || length <= 1000) throw error;
        }
      }
    },

    giveUp: (sha256, reason, by) =>
      db.transaction().execute(async (trx) => {
        await markTextless(trx, sha256, reason, by);
        if (reason !== 'kind') await announce(trx, sha256);
      }),
  };
}

class TooManyWords extends Error {}

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
