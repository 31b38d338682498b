import type { PreviewFault } from '../office/messages.ts';

/** Asks for one page; the first one is 0. The bytes come with the first request only. */
export interface PixelsRequest {
  readonly page: number;
  readonly content?: Blob;
}

export interface DrawnPage {
  readonly page: number;
  /** How many pages the file has. */
  readonly pages: number;
  /** PNG. */
  readonly image: Blob;
}

export type PixelsAnswer = DrawnPage | { readonly page: number; readonly fault: PreviewFault };

/** Limits for one file. Files may be hostile: for each limit somebody could make a file that exceeds it. */
export const PIXELS_LIMITS = {
  /** A plan of 84 × 119 cm, scanned with 300 dots per inch, has 139 million. */
  pixels: 150_000_000,
  pages: 10_000,
  /** Milliseconds for one page, after which the worker is terminated. */
  timeMs: 30_000,
} as const;
