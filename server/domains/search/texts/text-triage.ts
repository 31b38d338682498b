import type { NoTextReason } from '#shared/documents/file-texts.ts';
import type { Deps } from '../../../platform/deps.ts';
import { EXTRACT_LIMITS, type TextKind } from '../../../platform/text/extract/extraction.ts';
import { scanKind, textKind } from '../../../platform/text/extract/kinds.ts';
import { OCR_LIMITS, type ScanKind } from '../../../platform/text/ocr/ocr.ts';
import type { ReaderVersion, TextKeeper } from './keep-text.ts';
import { type DueContent, findDue, lockDue, postponeTexts, type TextQueue } from './text-queue.queries.ts';

/** So many contents are looked at by one statement. */
const LOOKED_AT = 100;
/** A content that ends its process, or this one, again and again is given up. */
const TRIES = 3;
const NAMELESS_MS = 3_600_000;

/** What becomes of a content, as far as it can be told without its bytes. */
export type Verdict<K> = { readonly kind: K } | { readonly none: NoTextReason } | 'nameless';

/** One who reads, of what waits in a queue, what can be read. */
export interface Reading<K> {
  readonly queue: TextQueue;
  readonly by: ReaderVersion;
  judge(content: DueContent): Verdict<K>;
}

/** How a content is read by its extractor, or why it is not. */
export function judgeWords({ names, size, tries }: DueContent): Verdict<TextKind> {
  if (tries >= TRIES) return { none: 'failed' };
  // Its confirmation came to nothing so far; somebody may send it again.
  if (names.length === 0) return 'nameless';
  const kind = names.map(({ name, type }) => textKind(name, type)).find((each) => each !== null);
  if (!kind) return { none: 'kind' };
  if (kind !== 'text' && size > EXTRACT_LIMITS.fileBytes) return { none: 'too_large' };
  return size === 0 ? { none: 'empty' } : { kind };
}

/** The same for a recognizer: what it has nothing to do with stays without words for the reason that it had. */
export function judgeScan({ names, size, tries, reason }: DueContent): Verdict<ScanKind> {
  const kind = names
    .map(({ name, type }) => (textKind(name, type) === 'pdf' ? 'pdf' : scanKind(name, type)))
    .find((each) => each !== null);
  if (!kind || tries >= TRIES) return { none: reason ?? 'kind' };
  return size > OCR_LIMITS.fileBytes ? { none: 'too_large' } : { kind };
}

/**
 * Looks at the contents that have waited longest, and settles in one transaction all those of which nothing is to be
 * read: of a thousand photographs each would else cost as many statements as a document. It takes no lease and counts
 * no try, since it is done or undone as one; what others have at hand is left to them.
 * @returns what is to be read, oldest first, and how many contents were settled
 */
export async function triage<K>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  keeper: TextKeeper,
  { queue, by, judge }: Reading<K>,
): Promise<{ toRead: Map<string, K>; settled: number }> {
  const at = now();
  const toRead = new Map<string, K>();
  const rest: string[] = [];
  for (const content of await findDue(db, queue, at, LOOKED_AT)) {
    const verdict = judge(content);
    if (typeof verdict === 'object' && 'kind' in verdict) toRead.set(content.sha256, verdict.kind);
    else rest.push(content.sha256);
  }
  if (rest.length === 0) return { toRead, settled: 0 };
  const settled = await db.transaction().execute(async (trx) => {
    // Judged again, behind the lock: who confirmed the bytes under another name since then is seen.
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
