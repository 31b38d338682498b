import { readOdf } from '#shared/office/odf.ts';
import { readRtf } from '#shared/office/rtf.ts';
import { ZipEntries } from '#shared/office/zip.ts';
import { SHOWN_CHARACTERS } from '../text.ts';
import { OFFICE_LIMITS } from './messages.ts';

/** What a document says, without its looks: of kinds whose layout nothing here draws. */
export interface Words {
  readonly text: string;
  readonly cut: boolean;
}

class Enough extends Error {}

/** @throws OfficeError */
export function readWords(bytes: Uint8Array, format: 'odf' | 'rtf'): Words {
  if (format === 'rtf') return tidied(readRtf(bytes, SHOWN_CHARACTERS));
  let text = '';
  let last: number | null = null;
  try {
    readOdf(new ZipEntries(bytes, OFFICE_LIMITS), (page, piece) => {
      // One blank line more between slides than between paragraphs.
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
