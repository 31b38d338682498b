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
