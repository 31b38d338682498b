import type { Handler } from 'htmlparser2';
import { local } from './xml.ts';

/**
 * Reads the texts of a workbook's `xl/sharedStrings.xml`, which its cells refer to by number. Readings of Asian characters
 * are left out: they stand beside a text, and are no part of it.
 * @param onText called with each in their order; throws where there are enough
 * @param charactersMax of each text; the rest of a longer one is left out
 */
export function sharedStringHandler(
  onText: (text: string) => void,
  charactersMax = Number.POSITIVE_INFINITY,
): Partial<Handler> {
  let text = '';
  let reading = false;
  let phonetic = false;
  return {
    onopentag(name) {
      const tag = local(name);
      if (tag === 'si') text = '';
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 't') reading = !phonetic;
    },
    ontext(data) {
      if (reading && text.length < charactersMax) text += data.slice(0, charactersMax - text.length);
    },
    onclosetag(name) {
      const tag = local(name);
      if (tag === 'rPh') phonetic = false;
      else if (tag === 't') reading = false;
      else if (tag === 'si') onText(text);
    },
  };
}
