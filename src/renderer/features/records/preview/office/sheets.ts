import { sheetParts } from '#shared/office/parts.ts';
import { sharedStringHandler } from '#shared/office/shared-strings.ts';
import { createXmlReader, local, parseXml } from '#shared/office/xml.ts';
import { OfficeError, type ZipEntries } from '#shared/office/zip.ts';
import { type CellFormat, formatCell, formatOf } from './cell-format.ts';
import { formulaAt, relativeFormula } from './formulas.ts';

/** One sheet of a workbook, up to the limits of the preview. */
export interface Sheet {
  readonly names: readonly string[];
  readonly rows: readonly SheetRow[];
  /** Number of columns that any shown row uses. */
  readonly columns: number;
  /** Column widths in characters; undefined where the workbook has none. */
  readonly widths: readonly (number | undefined)[];
  readonly cutRows: boolean;
  readonly cutColumns: boolean;
}

export interface SheetRow {
  /** Row number from 1, as in the workbook: files leave out empty rows. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly column: number;
  readonly text: string;
  /** Whether the cell is a number, which is aligned right. */
  readonly numeric?: true;
  /** What computes the cell, without "=", as it stands in this cell. */
  readonly formula?: string;
}

export const SHEET_ROWS = 2_000;
export const SHEET_COLUMNS = 60;
/** Limits of the shared strings, in number and in characters. */
const SHARED = { count: 300_000, characters: 24_000_000 } as const;
const CELL_CHARACTERS = 2_000;

class Enough extends Error {}

/** Parses an entry by events until its handler throws Enough. */
function readUntilEnough(
  zip: ZipEntries,
  name: string,
  handler: Parameters<typeof createXmlReader>[0],
): void {
  const reader = createXmlReader(handler);
  try {
    zip.readHead(name, (piece) => {
      reader.write(piece);
      return true;
    });
    reader.end();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}

/**
 * @param index which sheet, from 0
 * @param most maximum number of rows
 */
export function readSheet(zip: ZipEntries, index: number, most = SHEET_ROWS): Sheet {
  const parts = sheetParts(zip);
  const part = parts[index];
  if (!part) throw new OfficeError('corrupt');
  const shared = sharedStrings(zip);
  const { formats, from1904 } = styles(zip);
  const widths: (number | undefined)[] = [];
  const rows: SheetRow[] = [];
  let cells: Cell[] = [];
  let number = 0;
  let column = 0;
  let columns = 0;
  let cutRows = false;
  let cutColumns = false;
  let type = '';
  let style = 0;
  let value = '';
  let reading = false;
  let formula = '';
  let formulaOf: string | undefined;
  let readingFormula = false;
  const sharedFormulas = new Map<string, string>();

  const show = (): Omit<Cell, 'column'> => {
    if (type === 's') return { text: shared[Number(value)] ?? '…' };
    if (type === 'b') return { text: value === '1' ? 'VERDADERO' : 'FALSO' };
    if (type === 'str' || type === 'inlineStr' || type === 'e' || type === 'd') return { text: value };
    const parsed = value.trim() === '' ? Number.NaN : Number(value);
    if (Number.isNaN(parsed)) return { text: value };
    return { text: formatCell(parsed, formats[style] ?? { kind: 'general' }, from1904), numeric: true };
  };

  readUntilEnough(zip, part.target, {
    onopentag(name, attributes) {
      const tag = local(name);
      if (tag === 'row') {
        number = Number(attributes.r) || number + 1;
        cells = [];
        column = 0;
      } else if (tag === 'c') {
        const at = columnOf(attributes.r);
        column = at ?? column;
        type = attributes.t ?? '';
        style = Number(attributes.s) || 0;
        value = '';
        formula = '';
        formulaOf = undefined;
      } else if (tag === 'f') {
        readingFormula = true;
        formulaOf = attributes.t === 'shared' ? attributes.si : undefined;
      } else if (tag === 'v' || tag === 't') reading = true;
      else if (tag === 'col') {
        const last = Math.min(Number(attributes.max), SHEET_COLUMNS);
        for (let at = Number(attributes.min); at >= 1 && at <= last; at += 1)
          widths[at - 1] = attributes.hidden === '1' ? 0 : Number(attributes.width) || undefined;
      }
    },
    ontext(data) {
      if (reading && value.length < CELL_CHARACTERS) value += data;
      if (readingFormula && formula.length < CELL_CHARACTERS) formula += data;
    },
    onclosetag(name) {
      const tag = local(name);
      if (tag === 'v' || tag === 't') reading = false;
      else if (tag === 'f') {
        readingFormula = false;
        // Only the first cell of a shared formula has its text; it counts for the others from where they are.
        if (formulaOf !== undefined && formula)
          sharedFormulas.set(formulaOf, relativeFormula(formula, { column, row: number }));
        else if (formulaOf !== undefined)
          formula = formulaAt(sharedFormulas.get(formulaOf) ?? '', { column, row: number });
      } else if (tag === 'c') {
        // A program that computes nothing leaves the value of a formula out.
        if (value !== '' || formula) {
          if (column >= SHEET_COLUMNS) cutColumns = true;
          else {
            cells.push({ column, ...show(), ...(formula && { formula }) });
            columns = Math.max(columns, column + 1);
          }
        }
        column += 1;
      } else if (tag === 'row') {
        if (cells.length === 0) return;
        if (rows.length >= most) {
          cutRows = true;
          throw new Enough();
        }
        rows.push({ number, cells });
      } else if (tag === 'sheetData') throw new Enough();
    },
  });
  return { names: parts.map((each) => each.name), rows, columns, widths, cutRows, cutColumns };
}

/** "C7" → 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The shared strings that cells refer to by number, up to the limits. */
function sharedStrings(zip: ZipEntries): string[] {
  const strings: string[] = [];
  let characters = 0;
  const keep = (text: string): void => {
    strings.push(text);
    characters += text.length;
    if (strings.length >= SHARED.count || characters >= SHARED.characters) throw new Enough();
  };
  readUntilEnough(zip, 'xl/sharedStrings.xml', sharedStringHandler(keep, CELL_CHARACTERS));
  return strings;
}

/** The number format of each cell style, and the year from which days are counted. */
function styles(zip: ZipEntries): { formats: CellFormat[]; from1904: boolean } {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let inCells = false;
  const bytes = zip.read('xl/styles.xml');
  if (bytes) {
    parseXml(bytes, {
      onopentag(name, attributes) {
        const tag = local(name);
        if (tag === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
        else if (tag === 'cellXfs') inCells = true;
        else if (tag === 'xf' && inCells) {
          const id = Number(attributes.numFmtId);
          formats.push(formatOf(id, codes.get(id)));
        }
      },
      onclosetag(name) {
        if (local(name) === 'cellXfs') inCells = false;
      },
    });
  }
  let from1904 = false;
  const book = zip.read('xl/workbook.xml');
  if (book) {
    parseXml(book, {
      onopentag(name, attributes) {
        if (local(name) === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      },
    });
  }
  return { formats, from1904 };
}
