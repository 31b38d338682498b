import { OfficeError, ZipEntries } from '#shared/office/zip.ts';
import type { Found } from '../found.ts';
import { ZIP_LIMITS } from './entry.ts';
import { readOpenDocument } from './open-document.ts';
import { readSheets } from './sheets.ts';
import { readSlides } from './slides.ts';
import { readWord } from './word.ts';

const READERS: readonly { readonly part: string; readonly read: (zip: ZipEntries) => Found }[] = [
  { part: 'word/document.xml', read: readWord },
  { part: 'ppt/presentation.xml', read: readSlides },
  { part: 'xl/workbook.xml', read: readSheets },
  { part: 'content.xml', read: readOpenDocument },
];

/** Reads a document of an office program, whatever its name: its parts say which program that is. */
export function readOffice(bytes: Uint8Array): Found {
  try {
    const zip = new ZipEntries(bytes, ZIP_LIMITS);
    const names = new Set(zip.names);
    return READERS.find(({ part }) => names.has(part))?.read(zip) ?? { text: '' };
  } catch (error) {
    if (error instanceof OfficeError) return { text: '' };
    throw error;
  }
}
