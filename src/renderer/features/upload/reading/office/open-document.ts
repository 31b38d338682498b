import { readOdf } from '#shared/office/odf.ts';
import { local } from '#shared/office/xml.ts';
import { OfficeError, type ZipEntries } from '#shared/office/zip.ts';
import type { Found } from '../found.ts';
import { TEXT_CHARACTERS, tidyText } from '../plain-text.ts';
import { headingOf } from '../titles.ts';
import { ENOUGH_CHARACTERS, Enough, readPart, textOf } from './entry.ts';

/** The beginning of an OpenDocument text, spreadsheet or presentation, and what is styled as its title. */
export function readOpenDocument(zip: ZipEntries): Found {
  const text = beginning(zip);
  const { title, heading, isText } = styledTitles(zip);
  // The first line of a spreadsheet is a sheet's name.
  const first = isText ? headingOf(tidyText(text)) : undefined;
  return { text, titles: [title, heading, textOf(zip, 'meta.xml', 'title'), first] };
}

function beginning(zip: ZipEntries): string {
  let text = '';
  try {
    readOdf(zip, (_page, piece) => {
      text += piece;
      if (text.length > ENOUGH_CHARACTERS) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough || error instanceof OfficeError)) throw error;
  }
  return text;
}

interface Titles {
  title?: string;
  heading?: string;
  isText: boolean;
}

/** The title of a text or of the first slide, and the first heading of a text. */
function styledTitles(zip: ZipEntries): Titles {
  const found: Titles = { isText: false };
  /** The styles of a document's own that are made of another, by their names. */
  const parents = new Map<string, string>();
  let pages = 0;
  let characters = 0;
  let inTitleFrame = false;
  let text = '';
  let rank: 'title' | 'heading' | undefined;
  const rankOf = (tag: string, attributes: Record<string, string>): typeof rank => {
    const style = attributes['text:style-name'] ?? '';
    if (inTitleFrame || style === 'Title' || parents.get(style) === 'Title') return 'title';
    return tag === 'h' && attributes['text:outline-level'] === '1' ? 'heading' : undefined;
  };
  readPart(zip, 'content.xml', {
    onopentag(name, attributes) {
      const tag = local(name);
      if (name === 'office:text') found.isText = true;
      else if (name === 'style:style')
        parents.set(attributes['style:name'] ?? '', attributes['style:parent-style-name'] ?? '');
      else if (name === 'draw:page') {
        pages += 1;
        if (pages > 1) throw new Enough();
      } else if (name === 'draw:frame') inTitleFrame = attributes['presentation:class'] === 'title';
      else if (tag === 'p' || tag === 'h') {
        rank = rankOf(tag, attributes);
        text = '';
      } else if (tag === 's' || tag === 'tab' || tag === 'line-break') text += ' ';
    },
    ontext(data) {
      characters += data.trim().length;
      if (rank) text += data;
    },
    onclosetag(name) {
      const tag = local(name);
      if (name === 'draw:frame') inTitleFrame = false;
      if (tag !== 'p' && tag !== 'h') return;
      if (rank && text.trim()) found[rank] ??= text;
      rank = undefined;
      if (found.title || characters > TEXT_CHARACTERS) throw new Enough();
    },
  });
  return found;
}
