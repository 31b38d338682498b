import type { Extraction } from '../extract/extraction.ts';

/** What words can be recognized on: a picture, or the pages of a PDF that has none of its own. */
export const SCAN_KINDS = ['image', 'pdf'] as const;
export type ScanKind = (typeof SCAN_KINDS)[number];

/** Recognizes Spanish words on pictures. A program of the system's; where it is not installed there is none. */
export interface Ocr {
  /** Never fails: what cannot be read has a reason. */
  read(bytes: Uint8Array, kind: ScanKind): Promise<Extraction>;
  /** Ends what is under way. */
  close(): void;
}

/** What one document may cost. */
export const OCR_LIMITS = {
  /** All of its pages, in milliseconds; what was read until then is kept. */
  timeMs: 120_000,
  pages: 40,
  fileBytes: 64 * 1024 ** 2,
  /** Address space of each program: a small file may unpack into an enormous picture. */
  memoryBytes: 2 * 1024 ** 3,
  /** Pictures whose head says more are not unpacked: A2 at 600 points an inch. */
  pixels: 140_000_000,
  /** Longest side of a page that is drawn to be read, in pixels: A4 at some 220 points an inch. */
  side: 2_500,
} as const;
