import { OfficeError, ZipEntries } from '#shared/office/zip.ts';
import { decodeText } from '#shared/platform/decode-text.ts';
import { OFFICE_LIMITS, type PreviewFault } from '../../preview/office/messages.ts';
import { readSheet, type Sheet } from '../../preview/office/sheets.ts';
import { parseTable } from '../../preview/text.ts';
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
  /** Whether only its beginning was compared. */
  readonly cut: boolean;
}

/** One change: a cell, a row or a column that only one version has, or the sheet itself where neither is given. */
export interface TableChange {
  /** Position in the compared table. */
  readonly row?: number;
  readonly column?: number;
}

export type ComparedTables =
  | { readonly sheets: readonly ComparedSheet[] }
  | { readonly fault: PreviewFault; readonly of: 'before' | 'after' };

/** Rows of a sheet that are compared. */
export const COMPARED_ROWS = 10_000;
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
export async function compareWorkbooks(before: TableFile, after: TableFile): Promise<ComparedTables> {
  try {
    const older = await sheetsOf(before, 'before');
    const newer = await sheetsOf(after, 'after');
    return { sheets: pairSheets(older, newer).map(([one, other]) => compareSheets(one, other)) };
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault, of: error.of };
    throw error;
  }
}

interface NamedSheet {
  readonly name: string;
  readonly sheet: Sheet;
}

async function sheetsOf({ kind, content }: TableFile, of: 'before' | 'after'): Promise<NamedSheet[]> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  try {
    if (kind === 'values') return [{ name: '', sheet: sheetOfValues(decodeText(bytes)) }];
    const zip = new ZipEntries(bytes, OFFICE_LIMITS);
    const first = readSheet(zip, 0, COMPARED_ROWS);
    return first.names
      .slice(0, SHEETS)
      .map((name, at) => ({ name, sheet: at === 0 ? first : readSheet(zip, at, COMPARED_ROWS) }));
  } catch (error) {
    throw new Unreadable(of, error instanceof OfficeError ? error.reason : 'corrupt');
  }
}

function sheetOfValues(text: string): Sheet {
  const { head, rows, numeric, cut } = parseTable(text, COMPARED_ROWS);
  return {
    names: [],
    rows: [head, ...rows].map((cells, at) => ({
      number: at + 1,
      cells: cells.flatMap((value, column) =>
        value === ''
          ? []
          : [{ column, text: value, ...(at > 0 && numeric.has(column) && { numeric: true as const }) }],
      ),
    })),
    columns: Math.max(head.length, ...rows.map((row) => row.length)),
    widths: [],
    cutRows: cut,
    cutColumns: false,
  };
}

type SheetPair = readonly [before: NamedSheet | undefined, after: NamedSheet | undefined];

/** In the order of the newer version; sheets that it does not have come last. */
function pairSheets(before: readonly NamedSheet[], after: readonly NamedSheet[]): SheetPair[] {
  const names = new Set(after.map(({ name }) => name));
  const taken = new Set<NamedSheet>();
  const pairs = after.map((sheet, at): SheetPair => {
    const [sameName, samePlace] = [before.find(({ name }) => name === sheet.name), before[at]];
    const found = sameName ?? (samePlace && !names.has(samePlace.name) ? samePlace : undefined);
    if (found) taken.add(found);
    return [found, sheet];
  });
  return [
    ...pairs,
    ...before.flatMap((sheet): SheetPair[] => (taken.has(sheet) ? [] : [[sheet, undefined]])),
  ];
}

function compareSheets(before: NamedSheet | undefined, after: NamedSheet | undefined): ComparedSheet {
  const name = (after ?? before)?.name ?? '';
  const table = compareTables(before?.sheet.rows ?? [], after?.sheet.rows ?? []);
  const kind = !before ? 'added' : !after ? 'removed' : 'both';
  const isRenamed = before !== undefined && after !== undefined && before.name !== after.name;
  return {
    name,
    ...(isRenamed && { formerName: before.name }),
    kind,
    table,
    changes: kind === 'both' && table ? [...(isRenamed ? [{}] : []), ...changesIn(table)] : [{}],
    cut: [before, after].some((each) => each?.sheet.cutRows || each?.sheet.cutColumns),
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
