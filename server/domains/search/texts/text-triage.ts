import type { NoTextReason } from '#shared/documents/file-texts.ts';
import type { Deps } from '../../../platform/deps.ts';
import { EXTRACT_LIMITS, type TextKind } from '../../../platform/text/extract/extraction.ts';
import { scanKind, textKind } from '../../../platform/text/extract/kinds.ts';
import { OCR_LIMITS, type ScanKind } from '../../../platform/text/ocr/ocr.ts';
import type { ReaderVersion, TextKeeper } from './keep-text.ts';
import { type DueContent, findDue, lockDue, postponeTexts, type TextQueue } from './text-queue.queries.ts';
import type { TextTurns } from './text-turns.ts';

/** How many contents one statement reads. */
const LOOKED_AT = 100;
/** A content that ended its process this often is given up. */
const TRIES = 3;
const NAMELESS_MS = 3_600_000;

/** What to do with a content, as far as it can be known without its bytes. */
export type Verdict<K> = { readonly kind: K } | { readonly none: NoTextReason } | 'nameless';

/** Decides which contents of a queue can be read. */
export interface Reading<K> {
  readonly queue: TextQueue;
  readonly by: ReaderVersion;
  judge(content: DueContent): Verdict<K>;
}

/** Contents that may be read, in the order of turns. */
export type ToRead<K> = ReadonlyMap<string, K>;

/** Which extractor reads a content, or why none does. */
export function judgeWords({ names, size, tries }: DueContent): Verdict<TextKind> {
  if (tries >= TRIES) return { none: 'failed' };
  // It was never confirmed; somebody may send it again.
  if (names.length === 0) return 'nameless';
  const kind = names.map(({ name, type }) => textKind(name, type)).find((each) => each !== null);
  if (!kind) return { none: 'kind' };
  if (kind !== 'text' && size > EXTRACT_LIMITS.fileBytes) return { none: 'too_large' };
  return size === 0 ? { none: 'empty' } : { kind };
}

/** The same for a recognizer. A content that it cannot read keeps its reason. */
export function judgeScan({ names, size, tries, reason }: DueContent): Verdict<ScanKind> {
  const kind = names
    .map(({ name, type }) => (textKind(name, type) === 'pdf' ? 'pdf' : scanKind(name, type)))
    .find((each) => each !== null);
  if (!kind || tries >= TRIES) return { none: reason ?? 'kind' };
  return size > OCR_LIMITS.fileBytes ? { none: 'too_large' } : { kind };
}

/**
 * Settles, in one transaction, those of the due contents that have no text to extract: of a thousand
 * photographs each would otherwise cost as many statements as a document. Takes no lease and counts no try, because the
 * transaction does all or nothing. Contents that others have taken are left to them.
 * @returns what is to be read, in the order of turns, and how many contents were settled
 */
export async function triage<K>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  keeper: TextKeeper,
  { queue, by, judge }: Reading<K>,
  turns: TextTurns,
): Promise<{ toRead: ToRead<K>; settled: number }> {
  const at = now();
  const toRead = new Map<string, K>();
  const rest: string[] = [];
  for (const content of turns.inOrder(await findDue(db, queue, at, LOOKED_AT))) {
    const verdict = judge(content);
    if (typeof verdict === 'object' && 'kind' in verdict) toRead.set(content.sha256, verdict.kind);
    else rest.push(content.sha256);
  }
  if (rest.length === 0) return { toRead, settled: 0 };
  const settled = await db.transaction().execute(async (trx) => {
    // Judged again behind the lock: the bytes may have been confirmed under another name since.
    const held = (await lockDue(trx, queue, rest, at)).map((content) => ({
      ...{ content, verdict: judge(content) },
    }));
    const nameless = held.flatMap(({ content, verdict }) => (verdict === 'nameless' ? content.sha256 : []));
    await postponeTexts(trx, nameless, new Date(at.getTime() + NAMELESS_MS));
    const textless = held.flatMap(({ content: { sha256, reason }, verdict }) =>
      typeof verdict === 'object' && 'none' in verdict
        ? [{ sha256, reason: verdict.none, known: verdict.none === reason }]
        : [],
    );
    await keeper.giveUp(textless, by, trx);
    return nameless.length + textless.length;
  });
  return { toRead, settled };
}
