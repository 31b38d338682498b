import type { Handler } from 'htmlparser2';
import { numbered, relations, sheetParts, slideParts } from '#shared/office/parts.ts';
import { sharedStringHandler } from '#shared/office/shared-strings.ts';
import { local, parseXml } from '#shared/office/xml.ts';
import { OfficeError, ZipEntries } from '#shared/office/zip.ts';
import { Enough, type TextSink } from './collector.ts';
import { EXTRACT_LIMITS, NoText } from './extraction.ts';

/**
 * Parses a part until there is enough text, or until it breaks off. The listener keeps what came before.
 * @param read how many characters were kept of this part so far
 */
function parsePart(bytes: Uint8Array, into: TextSink, read: () => number, handler: Partial<Handler>): void {
  try {
    parseXml(bytes, handler);
  } catch (error) {
    const damaged = error instanceof OfficeError && read() > 0;
    if (!(error instanceof Enough || damaged)) throw error;
    into.truncated = true;
  }
}

/** Paragraphs of WordprocessingML and DrawingML, without deleted text, field codes and slide numbers. */
function part(zip: ZipEntries, name: string, into: TextSink): string {
  const bytes = zip.read(name);
  if (!bytes) return '';
  let text = '';
  let reading = false;
  let field = false;
  parsePart(bytes, into, () => text.length, {
    onopentag(opened) {
      const tag = local(opened);
      if (tag === 'fld') field = true;
      else if (tag === 't') reading = !field;
      else if (tag === 'tab') text += ' ';
      else if (tag === 'br' || tag === 'cr') text += '\n';
    },
    ontext(data) {
      if (!reading) return;
      text += data;
      if (!into.fits(text.length)) throw new Enough();
    },
    onclosetag(closed) {
      const tag = local(closed);
      if (tag === 't') reading = false;
      else if (tag === 'fld') field = false;
      else if (tag === 'tc') text += ' ';
      else if (tag === 'p') text += '\n';
    },
  });
  return text;
}

/**
 * The body first, then notes, comments, headers and footers. A document has no pages: the program that shows it makes
 * them.
 */
export function readDocx(bytes: Uint8Array, into: TextSink): void {
  const zip = new ZipEntries(bytes, EXTRACT_LIMITS);
  const body = zip.names.filter((name) => /^word\/document\d*\.xml$/.test(name));
  if (body.length === 0) throw new NoText('corrupt');
  const rest = numbered(zip.names, /^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/);
  for (const name of [...body, ...rest]) into.add(null, part(zip, name, into));
}

/** Each slide is a page, with its speaker's notes, in the order of the show. */
export function readPptx(bytes: Uint8Array, into: TextSink): void {
  const zip = new ZipEntries(bytes, EXTRACT_LIMITS);
  const slides = slideParts(zip);
  if (slides.length === 0 && !zip.names.includes('ppt/presentation.xml')) throw new NoText('corrupt');
  for (const [at, slide] of slides.entries()) {
    const notes = [...relations(zip, slide).values()].find(({ type }) => type === 'notesSlide');
    const text = part(zip, slide, into) + (notes ? part(zip, notes.target, into) : '');
    into.add(at + 1, text);
  }
}

/** Every sheet's cells, row by row after the sheet's name. Dates are numbers in the file, and stay so. */
export function readXlsx(bytes: Uint8Array, into: TextSink): void {
  const zip = new ZipEntries(bytes, EXTRACT_LIMITS);
  const sheets = sheetParts(zip);
  if (sheets.length === 0) throw new NoText('corrupt');
  const shared = sharedStrings(zip);
  for (const { name, target } of sheets) {
    const cells = zip.read(target);
    if (cells) into.add(null, `${name}\n${sheetText(cells, shared, into)}`);
  }
}

function sharedStrings(zip: ZipEntries): string[] {
  const bytes = zip.read('xl/sharedStrings.xml');
  const strings: string[] = [];
  if (bytes)
    parseXml(
      bytes,
      sharedStringHandler((text) => strings.push(text)),
    );
  return strings;
}

function sheetText(bytes: Uint8Array, shared: readonly string[], into: TextSink): string {
  let text = '';
  let type = '';
  let value = '';
  let reading = false;
  parsePart(bytes, into, () => text.length, {
    onopentag(name, attributes) {
      const tag = local(name);
      if (tag === 'c') {
        type = attributes.t ?? '';
        value = '';
      } else if (tag === 'v' || tag === 't') reading = true;
    },
    ontext(data) {
      if (reading) value += data;
    },
    onclosetag(name) {
      const tag = local(name);
      if (tag === 'v' || tag === 't') reading = false;
      else if (tag === 'c') {
        const shown = type === 's' ? (shared[Number(value)] ?? '') : value;
        if (shown === '') return;
        text += `${shown} `;
        // Many cells may share one long text.
        if (!into.fits(text.length)) throw new Enough();
      } else if (tag === 'row') text += '\n';
    },
  });
  return text;
}
