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
export interface OcrLimits {
  /** All of its pages, in milliseconds; what was read until then is kept. */
  readonly timeMs: number;
  readonly pages: number;
  readonly fileBytes: number;
  /** Pictures whose head says more are not unpacked. */
  readonly pixels: number;
}

export const OCR_LIMITS: OcrLimits = {
  timeMs: 120_000,
  pages: 40,
  fileBytes: 64 * 1024 ** 2,
  /** A2 at 600 points an inch. */
  pixels: 140_000_000,
};
