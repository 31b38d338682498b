import { local } from '#shared/office/xml.ts';
import type { ZipEntries } from '#shared/office/zip.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import type { Found } from '../found.ts';
import { tidyText } from '../plain-text.ts';
import { headingOf } from '../titles.ts';
import { coreTitle, ENOUGH_CHARACTERS, Enough, readPart } from './entry.ts';

type Rank = 'title' | 'heading';

/** Files have the English name of Word's own styles in every language, but documents of other programs may not. */
function rankOf(name: string): Rank | undefined {
  const plain = foldText(name).replace(/[\s_-]/g, '');
  if (/^(title|titulo|ttulo)$/.test(plain)) return 'title';
  return /^(heading|titulo|ttulo|encabezado)1$/.test(plain) ? 'heading' : undefined;
}

/** The styles of titles and of headings of the first level, by their ids, which Word translates. */
function styleRanks(zip: ZipEntries): Map<string, Rank> {
  const ranks = new Map<string, Rank>();
  let id = '';
  readPart(zip, 'word/styles.xml', {
    onopentag(name, attributes) {
      const tag = local(name);
      if (tag === 'style') id = attributes['w:styleId'] ?? '';
      const rank = tag === 'name' && id ? rankOf(attributes['w:val'] ?? '') : undefined;
      if (rank) ranks.set(id, rank);
    },
  });
  return ranks;
}

/** What is not part of the text that people see: a second form of a drawing, and field codes. */
const UNREAD = new Set(['Fallback', 'instrText', 'delText']);

/** The beginning of a text document, and what is styled as its title. Paragraphs of text boxes lie within others. */
export function readWord(zip: ZipEntries): Found {
  const ranks = styleRanks(zip);
  const styled: Partial<Record<Rank, string>> = {};
  const open: { text: string; rank: Rank | undefined }[] = [];
  let text = '';
  let reading = false;
  let unread = 0;
  const add = (piece: string): void => {
    const paragraph = open.at(-1);
    if (paragraph && unread === 0) paragraph.text += piece;
    if (text.length + (paragraph?.text.length ?? 0) > ENOUGH_CHARACTERS) throw new Enough();
  };
  const end = (): void => {
    const paragraph = open.pop();
    if (!paragraph) return;
    text += `${paragraph.text}\n`;
    if (paragraph.rank && paragraph.text.trim()) styled[paragraph.rank] ??= paragraph.text;
  };
  readPart(zip, 'word/document.xml', {
    onopentag(name, attributes) {
      const tag = local(name);
      if (UNREAD.has(tag)) unread += 1;
      if (tag === 'p') open.push({ text: '', rank: undefined });
      else if (tag === 't') reading = true;
      else if (tag === 'tab') add(' ');
      else if (tag === 'br' || tag === 'cr') add('\n');
      else if (tag === 'pStyle') {
        const paragraph = open.at(-1);
        const id = attributes['w:val'] ?? '';
        if (paragraph) paragraph.rank = ranks.get(id) ?? rankOf(id);
      }
    },
    ontext(data) {
      if (reading) add(data);
    },
    onclosetag(name) {
      const tag = local(name);
      if (UNREAD.has(tag)) unread -= 1;
      if (tag === 't') reading = false;
      else if (tag === 'p') end();
      else if (tag === 'tc') text = `${text.trimEnd()} `;
      else if (tag === 'tr') text += '\n';
    },
  });
  while (open.length > 0) end();
  return { text, titles: [styled.title, styled.heading, coreTitle(zip), headingOf(tidyText(text))] };
}
