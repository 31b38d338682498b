import type { NoTextReason } from '#shared/documents/file-texts.ts';
import type { PagesFault } from '#shared/documents/pages.ts';
import type { VersionText } from '#shared/documents/versions.schemas.ts';
import { ApiError } from '../../../api/errors.ts';
import type { PdfFault } from '../preview/pdf/open-pdf.ts';

/** What a file is in every view: none of them has something to compare. */
type Everywhere = 'encrypted' | 'corrupt';

/** Why one view cannot compare a version; another one may where it is about this view's text or pages only. */
export type WhyNot = Everywhere | { readonly text: NoTextReason } | { readonly pages: PagesFault };

type Text = Pick<VersionText, 'status' | 'reason'>;

/** Why a version has no text to compare; undefined where it has. */
export function whyNoText({ status, reason }: Text): WhyNot | undefined {
  if (status !== 'none') return undefined;
  return isEverywhere(reason) ? reason : { text: reason ?? 'failed' };
}

/**
 * Why no pages of a version are shown. The program that draws them does not say that a file was locked, but whoever
 * read its text may know.
 */
export function whyNoPages(fault: PagesFault | PdfFault, text: Text | undefined): WhyNot {
  if (fault === 'encrypted' || fault === 'corrupt') return fault;
  return fault === 'failed' && isEverywhere(text?.reason) ? text.reason : { pages: fault };
}

const isEverywhere = (reason: NoTextReason | null | undefined): reason is Everywhere =>
  reason === 'encrypted' || reason === 'corrupt';

/** Why the server has no pages; undefined for another error, after which asking again may help. */
export function pagesFaultIn(error: unknown): PagesFault | undefined {
  if (!(error instanceof ApiError) || error.code !== 'no_pages') return undefined;
  return (error.details as { reason?: PagesFault } | undefined)?.reason ?? 'failed';
}
