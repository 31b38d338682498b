import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Deps } from '../../../platform/deps.ts';
import { insertMessages } from '../../../platform/outbox/outbox.queries.ts';
import type { OutboxMessage } from '../../../platform/outbox/outbox-messages.ts';
import type { PageText } from '../../../platform/text/extract/extraction.ts';
import type { Piece } from '../../documents/contents/content-texts.queries.ts';
import { insertTexts, type ReadText, showTexts } from './blob-texts.queries.ts';
import { FITS_CHARACTERS, storeIndexed } from './indexed-part.ts';
import { PIECE_CHARACTERS } from './join-pieces.ts';
import { findHolders, markTextless, type Textless } from './text-queue.queries.ts';

const NEWS_MS = 600_000;

/** The version of the extractor that read it, so that texts of older ones can be told apart. */
export type ReaderVersion = number;

/** The result of reading a content. */
export interface Read {
  readonly sha256: string;
  readonly pages: readonly PageText[];
  readonly truncated: boolean;
}

export const charactersOf = ({ pages }: Pick<Read, 'pages'>): number =>
  pages.reduce((sum, { text }) => sum + text.length, 0);

/** Stores extracted texts, or the reason why there is none. */
export function createTextKeeper({ db, now }: Pick<Deps, 'db' | 'now'>) {
  /** Screens that show the documents are told of the result, unless the content is old. */
  async function announce(trx: Transaction<Schema>, hashes: readonly string[]): Promise<void> {
    const at = now();
    const holders = await findHolders(trx, hashes, new Date(at.getTime() - NEWS_MS));
    await insertMessages(
      trx,
      holders.map(({ organization, ...of }) => ({
        organization,
        message: { kind: 'record.changed', ...of } satisfies OutboxMessage,
      })),
      at,
    );
  }

  async function write(
    trx: Transaction<Schema>,
    texts: readonly ReadText[],
    by: ReaderVersion,
  ): Promise<void> {
    await showTexts(trx, texts, by);
    await announce(
      trx,
      texts.map(({ sha256 }) => sha256),
    );
  }

  async function keepOne(text: Read, by: ReaderVersion): Promise<void> {
    const whole = readyToKeep(text);
    await storeIndexed(db, whole, async (trx, part, assertFits) => {
      const read = { ...whole, ...part };
      await insertTexts(trx, [read]);
      await assertFits();
      await write(trx, [read], by);
    });
  }

  return {
    /** Stores texts. Small ones may come together: they are stored in one transaction, or one by one where that fails. */
    async keep(texts: readonly Read[], by: ReaderVersion): Promise<void> {
      if (texts.length > 1 && texts.every((text) => charactersOf(text) <= FITS_CHARACTERS)) {
        const together = await db
          .transaction()
          .execute(async (trx) => {
            const reads = texts.map(readyToKeep);
            await insertTexts(trx, reads);
            await write(trx, reads, by);
            return true;
          })
          .catch(() => false);
        if (together) return;
      }
      const failures: unknown[] = [];
      for (const text of texts) await keepOne(text, by).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },

    /** @param trx of a larger transaction. `known`: the reason was stored before, and nobody is told of it */
    async giveUp(
      textless: readonly (Textless & { readonly known?: boolean })[],
      by: ReaderVersion,
      trx?: Transaction<Schema>,
    ): Promise<void> {
      if (!trx) return db.transaction().execute((made) => this.giveUp(textless, by, made));
      await markTextless(trx, textless, by);
      const news = textless.filter(({ reason, known }) => reason !== 'kind' && !known);
      await announce(
        trx,
        news.map(({ sha256 }) => sha256),
      );
    },
  };
}

export type TextKeeper = ReturnType<typeof createTextKeeper>;

const readyToKeep = ({ sha256, pages, truncated }: Read): ReadText => ({
  ...{ sha256, truncated },
  pieces: pages.flatMap(({ page, text }) => cutAtWords(text).map((part): Piece => ({ page, text: part }))),
  indexed: pages.map(({ text }) => text).join('\n'),
  exact: true,
});

/** Pieces of a few thousand characters, cut between words where possible. */
function cutAtWords(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PIECE_CHARACTERS);
    if (end < text.length) {
      const space = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end));
      if (space > at + PIECE_CHARACTERS / 2) end = space;
      // Never between the two halves of a surrogate pair.
      else if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1;
    }
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}
