import type { Handler } from 'htmlparser2';
import { createXmlReader, local } from '#shared/office/xml.ts';
import { OfficeError, type ZipEntries, type ZipLimits } from '#shared/office/zip.ts';
import { TEXT_CHARACTERS } from '../plain-text.ts';

/** Limits for one file. Files may be hostile: for each limit somebody could make a file that exceeds it. */
export const ZIP_LIMITS: ZipLimits = {
  entries: 20_000,
  entryBytes: 24 * 1024 ** 2,
  unpackedBytes: 48 * 1024 ** 2,
};
/** Unpacked bytes of a part that is read from its beginning, because it may be large. */
const HEAD_BYTES = 8 * 1024 ** 2;
/** Characters with blanks: what is offered is less. */
export const ENOUGH_CHARACTERS = 2 * TEXT_CHARACTERS;

/** Thrown by a handler that has read enough. */
export class Enough extends Error {}

/**
 * Parses a part by events from its beginning, until its handler throws Enough, the part breaks off or has had its bytes.
 * What a damaged part says before the damage counts.
 */
export function readPart(zip: ZipEntries, name: string, handler: Partial<Handler>): void {
  const reader = createXmlReader(handler);
  let bytes = 0;
  try {
    zip.readHead(name, (piece) => {
      reader.write(piece);
      bytes += piece.length;
      return bytes < HEAD_BYTES;
    });
    reader.end();
  } catch (error) {
    if (!(error instanceof Enough || error instanceof OfficeError)) throw error;
  }
}

/** The text of the first element with this name in a small part, such as the properties of a document. */
export function textOf(zip: ZipEntries, part: string, tag: string): string {
  let text = '';
  let reading = false;
  readPart(zip, part, {
    onopentag(name) {
      reading = local(name) === tag;
    },
    ontext(data) {
      if (reading) text += data;
      if (text.length > ENOUGH_CHARACTERS) throw new Enough();
    },
    onclosetag() {
      if (reading) throw new Enough();
    },
  });
  return text;
}

/** The title that a document of Office has in its properties. */
export const coreTitle = (zip: ZipEntries): string => textOf(zip, 'docProps/core.xml', 'title');
