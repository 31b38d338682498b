import { readOdf } from '#shared/office/odf.ts';
import { readRtf } from '#shared/office/rtf.ts';
import type { ZipEntries } from '#shared/office/zip.ts';
import { SHOWN_CHARACTERS } from '../texts/text.ts';

/** The words of a document without formatting, for kinds that cannot be laid out here. */
export interface Words {
  readonly text: string;
  readonly cut: boolean;
}

class Enough extends Error {}

/** @throws OfficeError */
export const readRtfWords = (bytes: Uint8Array): Words => tidied(readRtf(bytes, SHOWN_CHARACTERS));

/** @throws OfficeError */
export function readOdfWords(zip: ZipEntries): Words {
  let text = '';
  let last: number | null = null;
  try {
    readOdf(zip, (page, piece) => {
      // One more blank line between slides than between paragraphs.
      text += page === last ? piece : `\n\n${piece}`;
      last = page;
      if (text.length > SHOWN_CHARACTERS) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    return tidied({ text: text.slice(0, SHOWN_CHARACTERS), cut: true });
  }
  return tidied({ text, cut: false });
}

const tidied = ({ text, cut }: Words): Words => ({
  text: text
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim(),
  cut,
});
