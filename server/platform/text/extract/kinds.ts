import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import { own } from '#shared/platform/own.ts';
import type { TextKind } from './extraction.ts';

const BY_EXTENSION: Readonly<Record<TextKind, readonly string[]>> = {
  pdf: ['pdf'],
  docx: ['docx', 'docm', 'dotx'],
  xlsx: ['xlsx', 'xlsm', 'xltx'],
  pptx: ['pptx', 'pptm', 'ppsx'],
  odf: ['odt', 'ott', 'ods', 'ots', 'odp', 'otp'],
  rtf: ['rtf'],
  text: ['txt', 'csv', 'tsv', 'md', 'log', 'json', 'xml', 'yml', 'yaml', 'ini', 'sql'],
  html: ['html', 'htm', 'xhtml'],
  mail: ['eml', 'msg'],
};

const KIND_OF = new Map(
  Object.entries(BY_EXTENSION).flatMap(([kind, list]) => list.map((ext) => [ext, kind as TextKind])),
);

const BY_TYPE: Readonly<Record<string, TextKind>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odf',
  'application/vnd.oasis.opendocument.spreadsheet': 'odf',
  'application/vnd.oasis.opendocument.presentation': 'odf',
  'application/rtf': 'rtf',
  'text/plain': 'text',
  'text/csv': 'text',
  'text/html': 'html',
  'message/rfc822': 'mail',
};

/** How a file of this name (and, where that says nothing, media type) is read; null where it has no words. */
export const textKind = (name: string, type: string): TextKind | null =>
  KIND_OF.get(extensionOf(name)) ?? (extensionOf(name) === '' ? (own(BY_TYPE, type) ?? null) : null);

const PICTURES = new Set(['png', 'jpg', 'jpeg', 'tif', 'tiff', 'bmp', 'webp']);

/** Whether words may be recognized on a file of this name; null where it is no picture that recognizers read. */
export const scanKind = (name: string, type: string): 'image' | null =>
  PICTURES.has(extensionOf(name)) || (extensionOf(name) === '' && /^image\/(png|jpeg|tiff)$/.test(type))
    ? 'image'
    : null;
