import type { Extraction } from '../extract/extraction.ts';

/** What text can be recognized on: a picture, or the pages of a PDF without text. */
export const SCAN_KINDS = ['image', 'pdf'] as const;
export type ScanKind = (typeof SCAN_KINDS)[number];

/** Recognizes Spanish text on pictures, by a program of the system. Where it is not installed there is no recognizer. */
export interface Ocr {
  /** Never rejects: what cannot be read has a reason. */
  read(bytes: Uint8Array, kind: ScanKind): Promise<Extraction>;
  /** Stops the running recognition. */
  close(): void;
}

/** Limits for one document. */
export interface OcrLimits {
  /** Milliseconds for all of its pages; what was read until then is kept. */
  readonly timeMs: number;
  readonly pages: number;
  readonly fileBytes: number;
  /** Pictures whose header says more are not unpacked. */
  readonly pixels: number;
}

export const OCR_LIMITS: OcrLimits = {
  timeMs: 120_000,
  pages: 40,
  fileBytes: 64 * 1024 ** 2,
  /** A2 at 600 points an inch. */
  pixels: 140_000_000,
};
