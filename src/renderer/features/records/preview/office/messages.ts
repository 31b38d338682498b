import type { OfficeFault } from '#shared/office/zip.ts';
import type { Mail } from './mail.ts';
import type { Sheet } from './sheets.ts';
import type { Presentation } from './slides.ts';
import type { Tracked } from './tracked.ts';
import type { Word } from './word.ts';
import type { Words } from './words.ts';

/** Requests to and answers of the worker that reads office files and mail. */
export type OfficeRequest =
  | { readonly kind: 'word' | 'tracked' | 'slides' | 'mail' | 'odf' | 'rtf'; readonly content: Blob }
  | { readonly kind: 'sheet'; readonly content: Blob; readonly sheet: number };

export interface OfficeModels {
  readonly word: Word;
  readonly tracked: Tracked;
  readonly sheet: Sheet;
  readonly slides: Presentation;
  readonly mail: Mail;
  readonly odf: Words;
  readonly rtf: Words;
}

export type PreviewFault = OfficeFault | 'timeout' | 'pixels' | 'kind';
export type OfficeAnswer =
  | { readonly model: OfficeModels[OfficeRequest['kind']] }
  | { readonly fault: PreviewFault };

/** Limits for one file. Files may be hostile: for each limit somebody could make a file that exceeds it. */
export const OFFICE_LIMITS = {
  entries: 20_000,
  entryBytes: 48 * 1024 ** 2,
  unpackedBytes: 128 * 1024 ** 2,
  /** Milliseconds after which the worker is terminated. */
  timeMs: 20_000,
} as const;
