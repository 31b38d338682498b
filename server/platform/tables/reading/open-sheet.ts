import { strFromU8, strToU8, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { local, parseXml } from '#shared/office/xml.ts';
import { OfficeError, ZIP_TIME, ZipEntries } from '#shared/office/zip.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { FAULTS, TableFault } from './table-fault.ts';

/** Limits for opening a spreadsheet. A thousand rows take a hundredth of them. */
const LIMITS = { entries: 500, entryBytes: 12 * 1024 ** 2, unpackedBytes: 24 * 1024 ** 2 } as const;
/** The parts of a workbook that hold values. */
const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;
/** A cell such as `r="XFD1048576"`. The library reserves memory for every cell up to the last one that a sheet names. */
const CELL = /<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,4})(\d{1,9})"/g;

/** The sheets of a workbook: the one that was read, and the others. */
export interface TableSheets {
  readonly read: string;
  readonly others: readonly { readonly name: string; readonly hidden: boolean }[];
  /** Numbers of the read sheet's rows that the spreadsheet hides, for example by a filter. They are read all the same. */
  readonly hiddenRows: readonly number[];
}

/** How many sheets are tried for one that is not empty. */
const SHEETS_TRIED = 5;

/**
 * The cells of a workbook's first sheet that is shown and not empty, as texts. Only the parts that hold values are unpacked, here and within limits,
 * before the library sees them. Runs in a process of its own (table.worker.ts).
 * @throws TableFault
 */
export async function openSheet(bytes: Uint8Array): Promise<{ rows: string[][]; sheets: TableSheets }> {
  const parts = readParts(bytes);
  const workbook = parts['xl/workbook.xml'];
  if (!workbook) throw new TableFault(FAULTS.corrupt);
  const sheets = sheetsOf(workbook);
  const plain = Buffer.from(zipSync(parts, { level: 0, mtime: ZIP_TIME }));
  const shown = sheets.filter(({ hidden }) => !hidden);
  // A workbook shows one sheet at least. Where none says so, the first one is read.
  let found = { read: shown[0] ?? sheets[0], rows: await cellsOf(plain, (shown[0] ?? sheets[0])?.at ?? 1) };
  for (const sheet of shown.slice(1, SHEETS_TRIED)) {
    if (found.rows.some((row) => row.some((cell) => cell.trim() !== ''))) break;
    const rows = await cellsOf(plain, sheet.at);
    if (rows.some((row) => row.some((cell) => cell.trim() !== ''))) found = { read: sheet, rows };
  }
  const others = sheets.filter(({ at }) => at !== found.read?.at);
  return {
    rows: found.rows,
    sheets: {
      read: found.read?.name ?? '',
      others: others.slice(0, SHEETS_NAMED).map(({ name, hidden }) => ({ name, hidden })),
      hiddenRows: found.read ? hiddenRowsOf(parts, found.read.at) : [],
    },
  };
}

async function cellsOf(workbook: Buffer, sheet: number): Promise<string[][]> {
  const rows = await readSheet(workbook, sheet, { parseNumber: (text: string) => text }).catch(() => {
    throw new TableFault(FAULTS.corrupt);
  });
  return rows.map((row) => row.map(textOf));
}

/** The type of a cell that holds an error. */
const ERROR_CELL = /(<c\b[^>]*\bt=")e(")/g;

const ROW = /<(?:\w+:)?row\b[^>]*>/g;
const IS_HIDDEN = /\bhidden="(?:1|true)"/;

/** @param at the sheet's place in the order of the tabs, from 1 */
function hiddenRowsOf(parts: Readonly<Record<string, Uint8Array>>, at: number): number[] {
  const path = sheetPath(parts, at);
  const sheet = path === undefined ? undefined : parts[path];
  if (!sheet) return [];
  return [...strFromU8(sheet).matchAll(ROW)].flatMap(([tag]) => {
    const number = /\br="(\d{1,9})"/.exec(tag)?.[1];
    return number !== undefined && IS_HIDDEN.test(tag) ? [Number(number)] : [];
  });
}

/** Where a sheet lies in the file: the workbook names a relation, and that one the part. */
function sheetPath(parts: Readonly<Record<string, Uint8Array>>, at: number): string | undefined {
  const ids: string[] = [];
  const targets = new Map<string, string>();
  const [workbook, relations] = [parts['xl/workbook.xml'], parts['xl/_rels/workbook.xml.rels']];
  if (!workbook || !relations) return undefined;
  parseXml(workbook, {
    onopentag(tag, attributes) {
      if (local(tag) !== 'sheet') return;
      ids.push(Object.entries(attributes).find(([name]) => local(name) === 'id' && name !== 'id')?.[1] ?? '');
    },
  });
  parseXml(relations, {
    onopentag(tag, { Id = '', Target = '' }) {
      if (local(tag) === 'Relationship') targets.set(Id, Target);
    },
  });
  const target = targets.get(ids[at - 1] ?? '');
  return target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`;
}

const SHEETS_NAMED = 20;
const NAME_MAX = 80;

/** The sheets in the order of their tabs. */
function sheetsOf(workbook: Uint8Array): { at: number; name: string; hidden: boolean }[] {
  const sheets: { at: number; name: string; hidden: boolean }[] = [];
  parseXml(workbook, {
    onopentag(tag, { name = '', state = 'visible' }) {
      if (local(tag) !== 'sheet') return;
      sheets.push({ at: sheets.length + 1, name: name.slice(0, NAME_MAX), hidden: state !== 'visible' });
    },
  });
  return sheets;
}

function readParts(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    const zip = new ZipEntries(bytes, LIMITS);
    const parts: Record<string, Uint8Array> = {};
    for (const name of zip.names) {
      const content = PARTS.test(name) ? zip.read(name) : null;
      if (!content) continue;
      const text = strFromU8(content);
      // Office writes no document type, and entities can make a small file huge.
      if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new TableFault(FAULTS.corrupt);
      if (!name.startsWith('xl/worksheets/')) {
        parts[name] = content;
        continue;
      }
      checkExtent(text);
      // The library reads a formula's error as an empty cell; as text it stays, and is refused at its cell.
      parts[name] = strToU8(text.replace(ERROR_CELL, '$1str$2'));
    }
    return parts;
  } catch (error) {
    throw error instanceof OfficeError ? new TableFault(FAULTS[error.reason]) : error;
  }
}

/** Refuses cells far below and far to the right: nobody has that many rows or columns. */
function checkExtent(sheet: string): void {
  for (const [, letters = '', digits] of sheet.matchAll(CELL)) {
    if (Number(digits) > IMPORT.rows * 4 || letters.length > 2) throw new TableFault(FAULTS.too_large);
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
