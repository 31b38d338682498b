import { sheetParts } from '#shared/office/parts.ts';
import { sharedStringHandler } from '#shared/office/shared-strings.ts';
import { local, parseXml } from '#shared/office/xml.ts';
import { OfficeError, type ZipEntries } from '#shared/office/zip.ts';
import { type CellFormat, formatCell, formatOf } from './cell-format.ts';
import { formulaAt, relativeFormula } from './formulas.ts';
import { Enough, readUntilEnough } from './read-until.ts';

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
  /** Cells whose text or formula is not whole. */
  readonly cutCells: number;
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
/** Maximum characters of all shared strings. */
const SHARED_CHARACTERS = 24_000_000;

/** How much of a sheet is read. */
export interface SheetLimits {
  readonly rows: number;
  /** Cells of all rows together. */
  readonly cells: number;
  /** Characters of one cell, and of its formula. */
  readonly cellCharacters: number;
  /** Texts that cells refer to by number, of all sheets together. */
  readonly sharedStrings: number;
}
const SHOWN: SheetLimits = {
  rows: SHEET_ROWS,
  cells: SHEET_ROWS * SHEET_COLUMNS,
  cellCharacters: 2_000,
  sharedStrings: 300_000,
};

/**
 * @param index which sheet, from 0
 * @throws OfficeError
 */
export function readSheet(zip: ZipEntries, index: number, limits = SHOWN): Sheet {
  const parts = sheetParts(zip);
  const part = parts[index];
  if (!part || !zip.names.includes(part.target)) throw new OfficeError('corrupt');
  const shared = sharedStrings(zip, limits);
  const most = limits.cellCharacters;
  const { formats, from1904 } = styles(zip);
  const widths: (number | undefined)[] = [];
  const rows: SheetRow[] = [];
  let cells: Cell[] = [];
  let number = 0;
  let column = 0;
  let columns = 0;
  let cutRows = false;
  let cutColumns = false;
  let cutCells = 0;
  let cellsRead = 0;
  let type = '';
  let style = 0;
  let value = '';
  let reading = false;
  let formula = '';
  let formulaOf: string | undefined;
  let readingFormula = false;
  const sharedFormulas = new Map<string, string>();

  const show = (): Omit<Cell, 'column'> => {
    if (type === 's') return { text: shared[Number(value)]?.slice(0, most) ?? '…' };
    if (type === 'b') return { text: value === '1' ? 'VERDADERO' : 'FALSO' };
    if (type === 'str' || type === 'inlineStr' || type === 'e' || type === 'd') return { text: value };
    const parsed = value.trim() === '' ? Number.NaN : Number(value);
    if (Number.isNaN(parsed)) return { text: value };
    return { text: formatCell(parsed, formats[style] ?? { kind: 'general' }, from1904), numeric: true };
  };

  const isCut = (): boolean => {
    const text = type === 's' ? shared[Number(value)] : value;
    return text === undefined || text.length > most || formula.length > most;
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
      // One more than the limit tells that there was more.
      if (reading && value.length <= most) value += data.slice(0, most + 1 - value.length);
      if (readingFormula && formula.length <= most) formula += data.slice(0, most + 1 - formula.length);
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
            if (isCut()) cutCells += 1;
            value = value.slice(0, most);
            formula = formula.slice(0, most);
            cells.push({ column, ...show(), ...(formula && { formula }) });
            columns = Math.max(columns, column + 1);
          }
        }
        column += 1;
      } else if (tag === 'row') {
        if (cells.length === 0) return;
        cellsRead += cells.length;
        if (rows.length >= limits.rows || cellsRead > limits.cells) {
          cutRows = true;
          throw new Enough();
        }
        rows.push({ number, cells });
      } else if (tag === 'sheetData') throw new Enough();
    },
  });
  return { names: parts.map((each) => each.name), rows, columns, widths, cutRows, cutColumns, cutCells };
}

/** "C7" → 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The shared strings that cells refer to by number, up to the limits. One that is cut is one character too long. */
function sharedStrings(zip: ZipEntries, limits: SheetLimits): string[] {
  const strings: string[] = [];
  let characters = 0;
  const keep = (text: string): void => {
    strings.push(text);
    characters += text.length;
    if (strings.length >= limits.sharedStrings || characters >= SHARED_CHARACTERS) throw new Enough();
  };
  readUntilEnough(zip, 'xl/sharedStrings.xml', sharedStringHandler(keep, limits.cellCharacters + 1));
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
