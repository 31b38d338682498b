import type { PreviewFault } from '../office/messages.ts';

/** Asks for one page; the first one is 0. The bytes come with the first request only. */
export interface PixelsRequest {
  readonly page: number;
  /** As small as a thumbnail. */
  readonly small: boolean;
  readonly content?: Blob;
}

/** A page as a PNG, or why it is not drawn. */
export type DrawnPage = { readonly image: Blob } | { readonly fault: PreviewFault };

/** How many pages the file has, which is said before the first one is drawn; then the page that was asked for. */
export type PixelsAnswer = { readonly pages: number } | DrawnPage;

/** Limits for one file. Files may be hostile: for each limit somebody could make a file that exceeds it. */
export const PIXELS_LIMITS = {
  /** A plan of 84 × 119 cm, scanned with 300 dots per inch, has 139 million. */
  pixels: 150_000_000,
  pages: 10_000,
  /** Milliseconds for one page, after which the worker is terminated. */
  timeMs: 30_000,
} as const;

/** The most pixels of a thumbnail: two for each of CSS. */
export const SMALL = { width: 176, height: 248 } as const;
