import { OfficeError, ZipEntries } from '#shared/office/zip.ts';
import { decodeText } from '#shared/platform/texts/decode-text.ts';
import { OFFICE_LIMITS, type PreviewFault } from '../../preview/office/messages.ts';
import { readSheet, SHEET_COLUMNS, type Sheet, type SheetLimits } from '../../preview/office/sheets.ts';
import { parseTable } from '../../preview/texts/text.ts';
import { standingOf, type Uncompared, withoutLooseEnd } from '../closing.ts';
import { columnStanding } from './align-columns.ts';
import { type ComparedTable, compareTables } from './compare-tables.ts';

/** A workbook, or a file of values separated by commas, semicolons or tabs. */
export interface TableFile {
  readonly kind: 'workbook' | 'values';
  readonly content: Blob;
}

/** A sheet in both versions, or in one of them. */
export interface ComparedSheet {
  readonly name: string;
  /** What it was called before, where that is another name. */
  readonly formerName?: string;
  readonly kind: 'both' | 'added' | 'removed';
  /** Undefined where the two are too different to compare. */
  readonly table: ComparedTable | undefined;
  readonly changes: readonly TableChange[];
  /** What of it was not compared. */
  readonly uncompared: readonly Uncompared[];
}

/** One change: a cell, a row or a column that only one version has, or the sheet itself where neither is given. */
export interface TableChange {
  /** Position in the compared table. */
  readonly row?: number;
  readonly column?: number;
}

export type ComparedTables =
  | {
      readonly sheets: readonly ComparedSheet[];
      /** What of the workbook was not compared; each sheet names its own. */
      readonly uncompared: readonly Uncompared[];
    }
  | { readonly fault: PreviewFault; readonly of: 'before' | 'after' };

/** What is compared of a sheet: as much as a worker compares and a page holds within seconds. */
const COMPARED: SheetLimits = {
  rows: 50_000,
  cells: 600_000,
  // A cell of a workbook cannot hold more.
  cellCharacters: 32_767,
  sharedStrings: 1_000_000,
};
/** Sheets of a workbook that are compared. */
const SHEETS = 60;

class Unreadable extends Error {
  readonly of: 'before' | 'after';
  readonly fault: PreviewFault;

  constructor(of: 'before' | 'after', fault: PreviewFault) {
    super(`The ${of} version cannot be read: ${fault}`);
    this.of = of;
    this.fault = fault;
  }
}

/** Compares two workbooks, sheet by sheet and cell by cell. Sheets belong together by their names, then by their places. */
export async function compareWorkbooks(
  before: TableFile,
  after: TableFile,
  limits = COMPARED,
): Promise<ComparedTables> {
  try {
    const older = await readBook(before, 'before', limits);
    const newer = await readBook(after, 'after', limits);
    const isCut = [older, newer].some(({ names, sheets }) => names.length > sheets.length);
    return {
      sheets: pairSheets(older, newer).map(([one, other]) => compareSheets(one, other)),
      uncompared: isCut ? [{ part: 'sheets', first: SHEETS }] : [],
    };
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault, of: error.of };
    throw error;
  }
}

interface NamedSheet {
  readonly name: string;
  readonly sheet: Sheet;
}

/** The sheets of a workbook that are compared, and the names of all. */
interface Book {
  readonly names: readonly string[];
  readonly sheets: readonly NamedSheet[];
}

async function readBook(
  { kind, content }: TableFile,
  of: 'before' | 'after',
  limits: SheetLimits,
): Promise<Book> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  try {
    if (kind === 'values')
      return { names: [''], sheets: [{ name: '', sheet: sheetOfValues(decodeText(bytes), limits) }] };
    const zip = new ZipEntries(bytes, OFFICE_LIMITS);
    const first = readSheet(zip, 0, limits);
    const sheets = first.names
      .slice(0, SHEETS)
      .map((name, at) => ({ name, sheet: at === 0 ? first : readSheet(zip, at, limits) }));
    return { names: first.names, sheets };
  } catch (error) {
    throw new Unreadable(of, error instanceof OfficeError ? error.reason : 'corrupt');
  }
}

function sheetOfValues(text: string, limits: SheetLimits): Sheet {
  const { head, rows, numeric, cutRows, cutColumns } = parseTable(text, limits.rows - 1);
  const all = [head, ...rows].map((cells, at) => ({
    number: at + 1,
    cells: cells.flatMap((value, column) =>
      value === ''
        ? []
        : [{ column, text: value, ...(at > 0 && numeric.has(column) && { numeric: true as const }) }],
    ),
  }));
  let cells = 0;
  const enough = all.findIndex((row) => {
    cells += row.cells.length;
    return cells > limits.cells;
  });
  return {
    names: [],
    rows: enough === -1 ? all : all.slice(0, enough),
    columns: rows.reduce((most, row) => Math.max(most, row.length), head.length),
    widths: [],
    cutRows: cutRows || enough !== -1,
    cutColumns,
    cutCells: 0,
  };
}

type SheetPair = readonly [before: NamedSheet | undefined, after: NamedSheet | undefined];

/**
 * In the order of the newer version; sheets that it does not have come last. One that the other version has beyond those
 * that are compared is left out.
 */
function pairSheets(before: Book, after: Book): SheetPair[] {
  const names = new Set(after.names);
  const taken = new Set<NamedSheet>();
  const pairs = after.sheets.flatMap((sheet, at): SheetPair[] => {
    const [sameName, samePlace] = [before.sheets.find(({ name }) => name === sheet.name), before.sheets[at]];
    if (!sameName && before.names.includes(sheet.name)) return [];
    const found = sameName ?? (samePlace && !names.has(samePlace.name) ? samePlace : undefined);
    if (found) taken.add(found);
    return [[found, sheet]];
  });
  return [
    ...pairs,
    ...before.sheets.flatMap((sheet): SheetPair[] => {
      const isElsewhere = !after.sheets.some(({ name }) => name === sheet.name) && names.has(sheet.name);
      return taken.has(sheet) || isElsewhere ? [] : [[sheet, undefined]];
    }),
  ];
}

function compareSheets(before: NamedSheet | undefined, after: NamedSheet | undefined): ComparedSheet {
  const name = (after ?? before)?.name ?? '';
  const sheets = [before?.sheet, after?.sheet] as const;
  const table = withoutLooseEnds(compareTables(sheets[0]?.rows ?? [], sheets[1]?.rows ?? []), ...sheets);
  const kind = !before ? 'added' : !after ? 'removed' : 'both';
  const isRenamed = before !== undefined && after !== undefined && before.name !== after.name;
  return {
    name,
    ...(isRenamed && { formerName: before.name }),
    kind,
    table,
    changes: kind === 'both' && table ? [...(isRenamed ? [{}] : []), ...changesIn(table)] : [{}],
    uncompared: leftOut(name, sheets),
  };
}

type Sheets = readonly [before: Sheet | undefined, after: Sheet | undefined];

/** What of a sheet was not compared. */
function leftOut(sheet: string, sheets: Sheets): Uncompared[] {
  const rows = sheets.flatMap((each) => (each?.cutRows ? [each.rows.at(-1)?.number ?? 0] : []));
  const isWide = sheets.some((each) => each?.cutColumns);
  const count = Math.max(...sheets.map((each) => each?.cutCells ?? 0));
  return [
    ...(rows.length > 0 ? [{ part: 'rows', first: Math.min(...rows), sheet } as const] : []),
    ...(isWide ? [{ part: 'columns', first: SHEET_COLUMNS, sheet } as const] : []),
    ...(count > 0 ? [{ part: 'cells', count } as const] : []),
  ];
}

/** What was put in moved rows and columns beyond the limits: they count as gone only where nothing was cut. */
function withoutLooseEnds(
  table: ComparedTable | undefined,
  ...[before, after]: Sheets
): ComparedTable | undefined {
  if (!table) return undefined;
  const cutOf = (cut: 'cutRows' | 'cutColumns') => ({
    before: before?.[cut] ?? false,
    after: after?.[cut] ?? false,
  });
  return {
    columns: withoutLooseEnd(table.columns, columnStanding, cutOf('cutColumns')),
    rows: withoutLooseEnd(table.rows, standingOf, cutOf('cutRows')),
  };
}

/** Each changed cell, and each row and column that only one version has, is one. */
function changesIn({ columns, rows }: ComparedTable): TableChange[] {
  const ofColumns = columns.flatMap(({ before, after }, column) =>
    before === undefined || after === undefined ? [{ column }] : [],
  );
  const ofRows = rows.flatMap(({ kind, cells }, row): TableChange[] => {
    if (kind === 'same') return [];
    if (kind !== 'changed') return [{ row }];
    return cells.flatMap((cell, column) => (cell?.changed ? [{ row, column }] : []));
  });
  return [...ofColumns, ...ofRows];
}
