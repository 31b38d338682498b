import { extensionOf } from '#shared/platform/files/file-kinds.ts';

/** How a file is read. */
export type ReadKind = 'pdf' | 'office' | 'mail' | 'text' | 'markdown' | 'table';

const BY_EXTENSION: Readonly<Record<ReadKind, readonly string[]>> = {
  pdf: ['pdf'],
  office: [
    ...['docx', 'docm', 'dotx', 'pptx', 'pptm', 'ppsx', 'xlsx', 'xlsm', 'xltx'],
    ...['odt', 'ott', 'ods', 'ots', 'odp', 'otp'],
  ],
  mail: ['eml'],
  text: ['txt', 'log'],
  markdown: ['md'],
  table: ['csv', 'tsv'],
};

const KIND_OF = new Map<string, ReadKind>(
  Object.entries(BY_EXTENSION).flatMap(([kind, list]) => list.map((ext) => [ext, kind as ReadKind])),
);

/** Bytes that are needed to know a file's kind. Something may stand before a PDF's first line. */
export const HEAD_BYTES = 1024;

/**
 * How a file is read, by its name and its first bytes: a PDF that is named otherwise is still a PDF. Undefined where its
 * kind is not read, or where the bytes are not what the name says.
 */
export function readKind(name: string, head: Uint8Array): ReadKind | undefined {
  const named = KIND_OF.get(extensionOf(name));
  if (!named) return undefined;
  if (startsWith(head, '%PDF-')) return 'pdf';
  if (startsWith(head, 'PK\u0003\u0004')) return 'office';
  if (named === 'pdf') return includes(head, '%PDF-') ? 'pdf' : undefined;
  return named === 'office' ? undefined : named;
}

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const startsWith = (head: Uint8Array, mark: string): boolean => latin(head.subarray(0, mark.length)) === mark;
const includes = (head: Uint8Array, mark: string): boolean =>
  latin(head.subarray(0, HEAD_BYTES)).includes(mark);
