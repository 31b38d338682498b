import { extensionOf, fileKind } from '#shared/platform/files/file-kinds.ts';
import { own } from '#shared/platform/own.ts';

export type PreviewKind =
  | 'pdf'
  | 'image'
  /** Pages of a scanner, which browsers do not draw. */
  | 'scan'
  | 'text'
  | 'word'
  | 'sheet'
  | 'slides'
  /** OpenDocument and Rich Text: only their words are shown. */
  | 'odf'
  | 'rtf'
  | 'mail'
  | 'audio'
  | 'video';

/** Maximum size in bytes for a preview, because the tab holds the whole file. Other kinds are read in parts. */
export const SIZE_LIMITS: Readonly<Partial<Record<PreviewKind, number>>> = {
  pdf: 150 * 1000 ** 2,
  image: 60 * 1000 ** 2,
  scan: 150 * 1000 ** 2,
  word: 60 * 1000 ** 2,
  sheet: 60 * 1000 ** 2,
  slides: 100 * 1000 ** 2,
  odf: 60 * 1000 ** 2,
  rtf: 60 * 1000 ** 2,
  mail: 60 * 1000 ** 2,
};

/** Current Office formats. Those of the nineties (doc, xls, ppt) and of other programs have no preview. */
const BY_EXTENSION: Readonly<Record<string, PreviewKind>> = {
  ...Object.fromEntries(['docx', 'docm', 'dotx'].map((ext) => [ext, 'word'] as const)),
  ...Object.fromEntries(['xlsx', 'xlsm', 'xltx'].map((ext) => [ext, 'sheet'] as const)),
  ...Object.fromEntries(['pptx', 'pptm', 'ppsx'].map((ext) => [ext, 'slides'] as const)),
  // Formats that browsers draw. They do not draw plans, nor photos of iPhones (HEIC), which the server draws.
  ...Object.fromEntries(
    ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg'].map((ext) => [ext, 'image'] as const),
  ),
  ...Object.fromEntries(['tif', 'tiff'].map((ext) => [ext, 'scan'] as const)),
  ...Object.fromEntries(['mp4', 'm4v', 'mov', 'webm', 'ogv'].map((ext) => [ext, 'video'] as const)),
  ...Object.fromEntries(
    ['mp3', 'wav', 'ogg', 'm4a', 'flac', 'aac', 'opus'].map((ext) => [ext, 'audio'] as const),
  ),
  ...Object.fromEntries(['odt', 'ott', 'ods', 'ots', 'odp', 'otp'].map((ext) => [ext, 'odf'] as const)),
  rtf: 'rtf',
  eml: 'mail',
  msg: 'mail',
  csv: 'text',
  tsv: 'text',
};

/** How a file is previewed, by its name; undefined where it is not. */
export function previewKind(name: string, type: string): PreviewKind | undefined {
  const extension = extensionOf(name);
  const known = own(BY_EXTENSION, extension);
  if (known) return known;
  const kind = fileKind(name, type);
  if (kind === 'pdf' || kind === 'code') return kind === 'pdf' ? 'pdf' : 'text';
  return kind === 'text' ? 'text' : undefined;
}
