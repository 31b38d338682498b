import Papa from 'papaparse';
import { IMPORT } from '#shared/platform/limits.ts';
import { columnOf } from './columns.ts';
import { FAULTS, TableFault } from './table-fault.ts';

const SEPARATORS = [';', ',', '\t'] as const;

/**
 * The rows of a CSV as Excel, LibreOffice and others write it: UTF-8, UTF-16 or Latin-1, with or without a mark at its
 * beginning, parted by `;`, `,` or tab, line breaks between quotes.
 * @throws TableFault
 */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decode(bytes).replace(/^sep=.\r?\n/i, '');
  if (text.trim() === '') throw new TableFault(FAULTS.empty);
  // What is no text has characters that no table has.
  if (text.includes('\u0000')) throw new TableFault(FAULTS.corrupt);
  const rows = SEPARATORS.map((separator) => parse(text, separator, 1));
  // The separator with which the header says most; in a table of one column they all say the same.
  const [best = ';'] = SEPARATORS.map((separator, at) => [separator, known(rows[at]?.[0] ?? [])] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([separator]) => separator);
  // One row more than is taken, so that whoever counts sees that there are too many.
  return parse(text, best, IMPORT.rows + 2);
}

const known = (header: readonly string[]): number =>
  header.filter((title) => columnOf(title) !== null).length;

function parse(text: string, delimiter: string, preview: number): string[][] {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview, skipEmptyLines: false });
  return data;
}

/** What is no UTF-8 was written on an older Windows: its characters are Latin-1's and a few more. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
