import { extensionOf } from '../platform/files/file-kinds.ts';
import { own } from '../platform/own.ts';

export type PagedKind = 'text' | 'sheet' | 'slides' | 'photo';

/** What kind of document a file is, by its extension. The server can draw pages of these (decisions 0077 and 0092). */
const PAGED: Readonly<Record<string, PagedKind>> = {
  ...Object.fromEntries(
    ['docx', 'docm', 'dotx', 'doc', 'dot', 'odt', 'ott', 'rtf'].map((ext) => [ext, 'text'] as const),
  ),
  ...Object.fromEntries(
    ['xlsx', 'xlsm', 'xltx', 'xls', 'xlt', 'ods', 'ots'].map((ext) => [ext, 'sheet'] as const),
  ),
  ...Object.fromEntries(
    ['pptx', 'pptm', 'ppsx', 'ppt', 'pps', 'odp', 'otp'].map((ext) => [ext, 'slides'] as const),
  ),
  // Photos of iPhones, which most browsers do not draw.
  ...Object.fromEntries(['heic', 'heif'].map((ext) => [ext, 'photo'] as const)),
};

/** The kind of a file whose pages can be drawn; `undefined` for others. */
export const pagedKind = (name: string): PagedKind | undefined => own(PAGED, extensionOf(name));

/** Larger files are not drawn, in bytes. */
export const PAGES_FILE_MAX = 60 * 1000 ** 2;

/** Pages of a file that are shown, of what is drawn of it. */
export const PAGES_MAX = 500;
/** Pages that are drawn: one more is not shown, and says that there are more than are. */
export const PAGES_DRAWN = PAGES_MAX + 1;

/** Why there are no pages of a file (`no_pages`). */
export const PAGES_FAULTS = [
  /** This server draws none of this kind: the program is not installed, or cannot be fenced in. */
  'unavailable',
  'kind',
  'too_large',
  /** Damaged, locked with a password, or more than the program takes. */
  'failed',
  'timeout',
] as const;
export type PagesFault = (typeof PAGES_FAULTS)[number];
