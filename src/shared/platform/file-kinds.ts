import { namesOnDisks, REFUSED_EXTENSIONS, REFUSED_NAMES } from './refused-kinds.ts';

/** File-type groups for icons (docs/domain/README.md, specification §3). */
export const FILE_KINDS = [
  'image',
  'video',
  'audio',
  'pdf',
  'presentation',
  'spreadsheet',
  'word',
  'text',
  'code',
  'archive',
  'other',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const BY_EXTENSION: Readonly<Record<Exclude<FileKind, 'other'>, readonly string[]>> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'svg', 'heic', 'dwg', 'dxf'],
  video: ['mp4', 'webm', 'mov', 'mkv', 'avi', 'm4v'],
  audio: ['mp3', 'wav', 'ogg', 'm4a', 'flac', 'aac', 'opus'],
  pdf: ['pdf'],
  presentation: ['pptx', 'ppt', 'ppsx', 'odp'],
  spreadsheet: ['xlsx', 'xls', 'xlsm', 'ods', 'csv', 'tsv'],
  word: ['docx', 'doc', 'odt', 'rtf'],
  text: ['txt', 'md', 'log', 'eml', 'msg'],
  code: ['json', 'xml', 'html', 'htm', 'css', 'js', 'ts', 'py', 'sql', 'yml', 'yaml', 'ini', 'toml'],
  archive: ['zip', '7z', 'rar', 'tar', 'gz', 'tgz', 'bz2', 'xz'],
};

const KIND_OF = new Map<string, FileKind>(
  Object.entries(BY_EXTENSION).flatMap(([kind, list]) => list.map((ext) => [ext, kind as FileKind])),
);

/** The lower-case extension of a file name, without the dot; '' where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The icon group of a file, by its name and, where that says nothing, its media type. */
export function fileKind(name: string, type = ''): FileKind {
  const known = KIND_OF.get(extensionOf(name));
  if (known) return known;
  const main = type.split('/')[0];
  if (main === 'image' || main === 'video' || main === 'audio' || main === 'text') return main;
  return 'other';
}

/**
 * Whether files with this name may be uploaded at all (docs/domain/limits.md): not if any disk would take it for a
 * program or for something else that runs (refused-kinds.ts). What was stored before stays readable.
 */
export const isAllowedName = (name: string): boolean =>
  namesOnDisks(name).every(
    // `.exe` alone has an extension for Windows.
    (part) =>
      !REFUSED_NAMES.has(part) &&
      !REFUSED_EXTENSIONS.has(part.slice(part.lastIndexOf('.') + 1 || part.length)),
  );

const SIGNATURES: readonly (readonly number[])[] = [
  [0x4d, 0x5a], // MZ: Windows programs and libraries
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O, in its four spellings
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0x23, 0x21], // #!
];

/** Whether the first bytes are those of a program, whatever the file's name is. */
export const looksExecutable = (head: Uint8Array): boolean =>
  SIGNATURES.some((signature) => signature.every((byte, at) => head[at] === byte));
