import { slideParts } from '#shared/office/parts.ts';
import { local } from '#shared/office/xml.ts';
import type { ZipEntries } from '#shared/office/zip.ts';
import type { Found } from '../found.ts';
import { coreTitle, ENOUGH_CHARACTERS, Enough, readPart } from './entry.ts';

/** Slides whose text is read: the beginning of a show. */
const SLIDES = 20;
const TITLES = new Set(['title', 'ctrTitle']);

/** The beginning of a presentation, and the title of its first slide. */
export function readSlides(zip: ZipEntries): Found {
  let text = '';
  let title: string | undefined;
  for (const [at, part] of slideParts(zip).slice(0, SLIDES).entries()) {
    const slide = readSlide(zip, part);
    text += `${slide.text}\n`;
    if (at === 0) title = slide.title;
    if (text.length > ENOUGH_CHARACTERS) break;
  }
  return { text, titles: [title, coreTitle(zip)] };
}

function readSlide(zip: ZipEntries, part: string): { text: string; title: string | undefined } {
  let text = '';
  let title: string | undefined;
  let reading = false;
  /** Where the text of the open shape begins, and whether it is the title. */
  let shape = 0;
  let isTitle = false;
  readPart(zip, part, {
    onopentag(name, attributes) {
      const tag = local(name);
      if (tag === 'sp') {
        shape = text.length;
        isTitle = false;
      } else if (tag === 'ph') isTitle = TITLES.has(attributes.type ?? '');
      else if (tag === 't') reading = true;
      else if (tag === 'br') text += '\n';
    },
    ontext(data) {
      if (!reading) return;
      text += data;
      if (text.length > ENOUGH_CHARACTERS) throw new Enough();
    },
    onclosetag(name) {
      const tag = local(name);
      if (tag === 't') reading = false;
      else if (tag === 'tc') text = `${text.trimEnd()} `;
      else if (tag === 'p' || tag === 'tr') text += '\n';
      else if (tag === 'sp' && isTitle) title ??= text.slice(shape).trim() || undefined;
    },
  });
  return { text, title };
}
