import { strFromU8, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { OfficeError, ZIP_TIME, ZipEntries } from '#shared/office/zip.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { FAULTS, TableFault } from './table-fault.ts';

/** Limits for opening a spreadsheet of people. A thousand rows take a hundredth of them. */
const LIMITS = { entries: 500, entryBytes: 12 * 1024 ** 2, unpackedBytes: 24 * 1024 ** 2 } as const;
/** The parts of a workbook that hold values. */
const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;
/** A cell such as `r="XFD1048576"`. The library reserves memory for every cell up to the last one that a sheet names. */
const CELL = /<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,4})(\d{1,9})"/g;

/**
 * The cells of a workbook's first sheet as texts. Only the parts that hold values are unpacked, here and within limits,
 * before the library sees them. Runs in a process of its own (table.worker.ts).
 * @throws TableFault
 */
export async function openSheet(bytes: Uint8Array): Promise<string[][]> {
  const parts = readParts(bytes);
  if (!parts['xl/workbook.xml']) throw new TableFault(FAULTS.corrupt);
  const plain = zipSync(parts, { level: 0, mtime: ZIP_TIME });
  const rows = await readSheet(Buffer.from(plain), 1, { parseNumber: (text: string) => text }).catch(() => {
    throw new TableFault(FAULTS.corrupt);
  });
  return rows.map((row) => row.map(textOf));
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
      if (name.startsWith('xl/worksheets/')) checkExtent(text);
      parts[name] = content;
    }
    return parts;
  } catch (error) {
    throw error instanceof OfficeError ? new TableFault(FAULTS[error.reason]) : error;
  }
}

/** Refuses cells far below and far to the right: nobody has that many people or columns. */
function checkExtent(sheet: string): void {
  for (const [, letters = '', digits] of sheet.matchAll(CELL)) {
    if (Number(digits) > IMPORT.rows * 4 || letters.length > 2) throw new TableFault(FAULTS.too_large);
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
