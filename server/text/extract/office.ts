import { type Collector, Enough } from './collector.ts';
import { NoText } from './extraction.ts';
import { parseXml } from './markup.ts';
import { ZipEntries } from './zip.ts';

/** Names without their prefix: which one a writer chose for a namespace says nothing. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Paragraphs of WordprocessingML and DrawingML; deleted text, field codes and the numbers of slides are none of it. */
function paragraphs(bytes: Uint8Array, into: Collector): string {
  let text = '';
  let reading = false;
  let field = false;
  parseXml(bytes, {
    onopentag(name) {
      const tag = local(name);
      if (tag === 'fld') field = true;
      else if (tag === 't') reading = !field;
      else if (tag === 'tab') text += ' ';
      else if (tag === 'br' || tag === 'cr') text += '\n';
    },
    ontext(data) {
      if (reading) text += data;
    },
    onclosetag(name) {
      const tag = local(name);
      if (tag === 't') reading = false;
      else if (tag === 'fld') field = false;
      else if (tag === 'tc') text += ' ';
      else if (tag === 'p') {
        text += '\n';
        if (!into.fits(text.length)) throw new Enough();
      }
    },
  });
  return text;
}

/** The same, giving what came before the limit. */
function part(zip: ZipEntries, name: string, into: Collector): string {
  const bytes = zip.read(name);
  if (!bytes) return '';
  try {
    return paragraphs(bytes, into);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    into.truncated = true;
    return '';
  }
}

const numbered = (names: readonly string[], pattern: RegExp): string[] =>
  names
    .filter((name) => pattern.test(name))
    .sort((a, b) => Number(/(\d+)\.xml$/.exec(a)?.[1] ?? 0) - Number(/(\d+)\.xml$/.exec(b)?.[1] ?? 0));

/** Body first, then notes, comments, heads and feet. Pages are made by the program that shows it: there are none. */
export function readDocx(bytes: Uint8Array, into: Collector): void {
  const zip = new ZipEntries(bytes);
  const body = zip.names.filter((name) => /^word\/document\d*\.xml$/.test(name));
  if (body.length === 0) throw new NoText('corrupt');
  const rest = numbered(zip.names, /^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/);
  for (const name of [...body, ...rest]) into.add(null, part(zip, name, into));
}

/** Where the relations of a part lead, by their id. */
function relations(zip: ZipEntries, of: string): Map<string, { target: string; type: string }> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1);
  const found = new Map<string, { target: string; type: string }>();
  const bytes = zip.read(`${folder}_rels/${of.slice(folder.length)}.rels`);
  if (!bytes) return found;
  parseXml(bytes, {
    onopentag(name, { Id, Target, Type }) {
      if (local(name) !== 'Relationship' || !Id || !Target) return;
      const url = new URL(Target, `zip://x/${folder}`);
      found.set(Id, { target: decodeURI(url.pathname).slice(1), type: Type?.split('/').at(-1) ?? '' });
    },
  });
  return found;
}

/** Ids in the order in which a list of slides or sheets names them. */
function listed(zip: ZipEntries, name: string, tag: string): Record<string, string>[] {
  const bytes = zip.read(name);
  const rows: Record<string, string>[] = [];
  if (bytes) {
    parseXml(bytes, {
      onopentag(opened, attributes) {
        if (local(opened) === tag) rows.push(attributes);
      },
    });
  }
  return rows;
}

const relationOf = (row: Record<string, string>): string =>
  Object.entries(row).find(([name]) => name.includes(':') && local(name) === 'id')?.[1] ?? '';

/** A slide is a page, with its speaker's notes, in the order of the show. */
export function readPptx(bytes: Uint8Array, into: Collector): void {
  const zip = new ZipEntries(bytes);
  const paths = relations(zip, 'ppt/presentation.xml');
  const shown = listed(zip, 'ppt/presentation.xml', 'sldId').flatMap(
    (row) => paths.get(relationOf(row))?.target ?? [],
  );
  const slides = shown.length > 0 ? shown : numbered(zip.names, /^ppt\/slides\/slide\d+\.xml$/);
  if (slides.length === 0 && !zip.names.includes('ppt/presentation.xml')) throw new NoText('corrupt');
  for (const [at, slide] of slides.entries()) {
    const notes = [...relations(zip, slide).values()].find(({ type }) => type === 'notesSlide');
    const text = part(zip, slide, into) + (notes ? part(zip, notes.target, into) : '');
    into.add(at + 1, text);
  }
}

/** Every sheet's cells, row by row under the sheet's name. Dates are numbers in there, and are left as they are. */
export function readXlsx(bytes: Uint8Array, into: Collector): void {
  const zip = new ZipEntries(bytes);
  const paths = relations(zip, 'xl/workbook.xml');
  const named = listed(zip, 'xl/workbook.xml', 'sheet').flatMap((row) => {
    const target = paths.get(relationOf(row))?.target;
    return target ? [{ name: row.name ?? '', target }] : [];
  });
  const sheets =
    named.length > 0
      ? named
      : numbered(zip.names, /^xl\/worksheets\/sheet\d+\.xml$/).map((target) => ({ name: '', target }));
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
  if (!bytes) return strings;
  let text = '';
  let reading = false;
  let phonetic = false;
  parseXml(bytes, {
    onopentag(name) {
      const tag = local(name);
      if (tag === 'si') text = '';
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 't') reading = !phonetic;
    },
    ontext(data) {
      if (reading) text += data;
    },
    onclosetag(name) {
      const tag = local(name);
      if (tag === 'si') strings.push(text);
      else if (tag === 'rPh') phonetic = false;
      else if (tag === 't') reading = false;
    },
  });
  return strings;
}

function sheetText(bytes: Uint8Array, shared: readonly string[], into: Collector): string {
  let text = '';
  let type = '';
  let value = '';
  let reading = false;
  try {
    parseXml(bytes, {
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
          if (shown !== '') text += `${shown} `;
        } else if (tag === 'row') {
          text += '\n';
          // A million rows may all show one long shared text.
          if (!into.fits(text.length)) throw new Enough();
        }
      },
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return text;
}
