import Papa from 'papaparse';
import { IMPORT } from '#shared/platform/limits.ts';
import { foldTitle } from './fold-title.ts';
import { FAULTS, TableFault } from './table-fault.ts';

const SEPARATORS = [';', ',', '\t'] as const;

/**
 * The rows of a CSV as Excel, LibreOffice and others write it: UTF-8, UTF-16 or Latin-1, with or without a byte order
 * mark, separated by `;`, `,` or tab, with line breaks between quotes. Runs in a process of its own (table.worker.ts):
 * two million cells or quotes take it seconds.
 * @param titles those of known columns, folded
 * @throws TableFault
 */
export function readCsv(bytes: Uint8Array, titles: readonly string[]): string[][] {
  const sought = new Set(titles);
  const known = (header: readonly string[]): number =>
    header.filter((title) => sought.has(foldTitle(title))).length;
  const text = decode(bytes).replace(/^sep=.\r?\n/i, '');
  if (text.trim() === '') throw new TableFault(FAULTS.empty);
  // A file with NUL characters is no text.
  if (text.includes('\u0000')) throw new TableFault(FAULTS.corrupt);
  const rows = SEPARATORS.map((separator) => parse(text, separator, 1));
  // The separator that gives the header the most columns of ours, or the most at all. In a table of one column all give one.
  const headers = SEPARATORS.map((separator, at) => ({ separator, header: rows[at]?.[0] ?? [] }));
  const [best] = headers.toSorted(
    (a, b) => known(b.header) - known(a.header) || b.header.length - a.header.length,
  );
  // One row more than is allowed, so that the caller sees that there are too many.
  const separator = best?.separator ?? ';';
  // A quote that is never closed, or ends in the middle of a cell, takes the rows below it into its cell.
  if (hasLooseQuote(text, separator)) throw new TableFault(FAULTS.quotes);
  return parse(text, separator, IMPORT.rows + 2);
}

const hasLooseQuote = (text: string, delimiter: string): boolean =>
  Papa.parse<string[]>(text, { delimiter, preview: IMPORT.rows + 2, skipEmptyLines: false }).errors.some(
    ({ type }) => type === 'Quotes',
  );

function parse(text: string, delimiter: string, preview: number): string[][] {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview, skipEmptyLines: false });
  return data;
}

/** Text that is not UTF-8 was written by an older Windows, as Latin-1 with a few more characters. */
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
