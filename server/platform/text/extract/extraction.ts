import type { NoTextReason } from '#shared/documents/file-texts.ts';

/** Kinds of files that can be read, by their format. */
export const TEXT_KINDS = ['pdf', 'docx', 'xlsx', 'pptx', 'odf', 'rtf', 'text', 'html', 'mail'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** A page of a PDF or a slide; without a number the text of a format that has no pages. */
export interface PageText {
  readonly page: number | null;
  readonly text: string;
}

export type Extraction =
  | { readonly pages: readonly PageText[]; readonly truncated: boolean }
  | { readonly none: NoTextReason };

/** Limits for one document. Each of them is met by some document that people upload. */
export const EXTRACT_LIMITS = {
  /** Milliseconds until its process is ended. */
  timeMs: 20_000,
  /** Milliseconds after which no further page is read; the text so far is kept. */
  readingMs: 12_000,
  /** JavaScript heap of the process, in MiB. */
  heapMb: 512,
  /** All memory of the process in bytes, where the system reports it (Linux). */
  residentBytes: 1024 ** 3,
  /** Larger files are not read; of plain text the beginning is. */
  fileBytes: 64 * 1024 ** 2,
  plainBytes: 8 * 1024 ** 2,
  /** Characters that are kept of one document. */
  characters: 1_000_000,
  pages: 2_000,
  /** For a zip, unpacked: the size of one entry, and of all that are opened. */
  entryBytes: 96 * 1024 ** 2,
  unpackedBytes: 192 * 1024 ** 2,
  entries: 20_000,
  /** For a mail: how many attachments are opened, and how deep mails may be nested. */
  attachments: 30,
  mailDepth: 2,
} as const;

/** Thrown inside extractors. The reason is stored. */
export class NoText extends Error {
  override readonly name = 'NoText';
  readonly reason: NoTextReason;

  constructor(reason: NoTextReason) {
    super(reason);
    this.reason = reason;
  }
}
