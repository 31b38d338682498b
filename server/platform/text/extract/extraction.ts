import type { NoTextReason } from '#shared/documents/file-texts.ts';

/** What can be read out of a file, by the shape of its bytes. */
export const TEXT_KINDS = ['pdf', 'docx', 'xlsx', 'pptx', 'odf', 'rtf', 'text', 'html', 'mail'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** A page of a PDF or a slide, or (without a number) what has no pages. */
export interface PageText {
  readonly page: number | null;
  readonly text: string;
}

export type Extraction =
  | { readonly pages: readonly PageText[]; readonly truncated: boolean }
  | { readonly none: NoTextReason };

/** What one document may cost. Files are hostile: each of these is met by somebody's document. */
export const EXTRACT_LIMITS = {
  /** Until its process is ended, in milliseconds. */
  timeMs: 20_000,
  /** After which it reads no further page of a document, but gives what it has. */
  readingMs: 12_000,
  /** JavaScript heap of the process, in MiB. */
  heapMb: 512,
  /** All memory of the process, where the system says how much it has (Linux), in bytes. */
  residentBytes: 1024 ** 3,
  /** Larger files are not read; of plain text, the beginning is. */
  fileBytes: 64 * 1024 ** 2,
  plainBytes: 8 * 1024 ** 2,
  /** Characters kept of one document. */
  characters: 1_000_000,
  pages: 2_000,
  /** Of a zip: one entry, and all that are opened, unpacked. */
  entryBytes: 96 * 1024 ** 2,
  unpackedBytes: 192 * 1024 ** 2,
  entries: 20_000,
  /** What is attached to a mail: how many are opened, and how many mails within each other. */
  attachments: 30,
  mailDepth: 2,
} as const;

/** Raised inside extractors; the reason is what is kept. */
export class NoText extends Error {
  override readonly name = 'NoText';
  readonly reason: NoTextReason;

  constructor(reason: NoTextReason) {
    super(reason);
    this.reason = reason;
  }
}
