import type { NoTextReason, TextStatus } from '#shared/documents/file-texts.ts';
import type { Executor } from '../../../platform/db/change.ts';

/*
 * The words of contents, as a document's page shows them. Search extracts and stores them (blob-texts). These functions
 * do not check visibility: callers must have done so.
 */

/** A piece of a text. Its page is null where the format has no pages. */
export interface Piece {
  readonly page: number | null;
  readonly text: string;
}

/** All pieces of a content's text, in their order. */
export const findPieces = (executor: Executor, sha256: string): Promise<Piece[]> =>
  executor
    .selectFrom('blob_pieces')
    .select(['page', 'text'])
    .where('sha256', '=', sha256)
    .orderBy('at')
    .execute();

/** Whether the text of a version was extracted, and how that went. */
export async function findText(
  executor: Executor,
  version: string | null,
): Promise<{ status: TextStatus; reason: NoTextReason | null; truncated: boolean } | null> {
  if (version === null) return null;
  const row = await executor
    .selectFrom('versions as v')
    .innerJoin('blobs as b', 'b.sha256', 'v.sha256')
    .select(['b.text_status as status', 'b.text_reason as reason', 'b.text_truncated as truncated'])
    .where('v.id', '=', version)
    .executeTakeFirst();
  return row ?? null;
}
