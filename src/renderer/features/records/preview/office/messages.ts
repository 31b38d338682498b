import type { OfficeFault } from '#shared/office/zip.ts';
import type { Mail } from './mail.ts';
import type { Sheet } from './sheets.ts';
import type { Presentation } from './slides.ts';
import type { Word } from './word.ts';
import type { Words } from './words.ts';

/** What the page asks the worker that reads office files and mail, and what it is answered. */
export type OfficeRequest =
  | { readonly kind: 'word' | 'slides' | 'mail' | 'odf' | 'rtf'; readonly content: Blob }
  | { readonly kind: 'sheet'; readonly content: Blob; readonly sheet: number };

export interface OfficeModels {
  readonly word: Word;
  readonly sheet: Sheet;
  readonly slides: Presentation;
  readonly mail: Mail;
  readonly odf: Words;
  readonly rtf: Words;
}

export type PreviewFault = OfficeFault | 'timeout' | 'pixels';
export type OfficeAnswer =
  | { readonly model: OfficeModels[OfficeRequest['kind']] }
  | { readonly fault: PreviewFault };

/** What one file may cost the page that shows it. Files are hostile: each of these is met by somebody's document. */
export const OFFICE_LIMITS = {
  entries: 20_000,
  entryBytes: 48 * 1024 ** 2,
  unpackedBytes: 128 * 1024 ** 2,
  /** Until the worker is ended, in milliseconds. */
  timeMs: 20_000,
} as const;
