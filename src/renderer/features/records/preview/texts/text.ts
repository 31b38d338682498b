/** Maximum shown of a text, the rest is only downloaded: bytes requested, characters, rows and columns. */
export const SHOWN_BYTES = 1_000_000;
export const SHOWN_CHARACTERS = 300_000;
export const SHOWN_ROWS = 1000;
export const SHOWN_COLUMNS = 60;

export interface TextTable {
  head: string[];
  rows: string[][];
  /** Indexes of columns, from 0, that contain only numbers. */
  numeric: ReadonlySet<number>;
  cutRows: boolean;
  cutColumns: boolean;
}

/**
 * Rows of a CSV. The separator is the one most frequent in the first line. Quoted fields may contain separators and
 * line ends.
 */
export function parseTable(text: string, most = SHOWN_ROWS): TextTable {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const separator = [';', ',', '\t'].reduce((best, each) =>
    firstLine.split(each).length > firstLine.split(best).length ? each : best,
  );
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  let at = 0;
  for (; at < text.length && rows.length <= most + 1; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === separator) {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      rows.at(-1)?.push(cell);
      cell = '';
      rows.push([]);
    } else cell += char;
  }
  if (cell !== '' || rows.at(-1)?.length) rows.at(-1)?.push(cell);
  const full = rows.filter((row) => row.length > 0);
  const [head = [], ...body] = full;
  const shown = body.slice(0, most).map((row) => row.slice(0, SHOWN_COLUMNS));
  const cutRows = at < text.length || body.length > most;
  const cutColumns = full.some((row) => row.length > SHOWN_COLUMNS);
  const shownHead = head.slice(0, SHOWN_COLUMNS);
  return {
    head: shownHead,
    rows: shown,
    numeric: numericColumns(shownHead.length, shown),
    cutRows,
    cutColumns,
  };
}

/** Numbers as Chilean sheets write them: "1.234", "-3,5", "12 %", "$ 980". A RUT or a date is not a number. */
const NUMBER = /^-?\$?\s?\d[\d.]*(,\d+)?\s?%?$/;

function numericColumns(columns: number, rows: readonly string[][]): ReadonlySet<number> {
  const holds = (column: number): boolean => {
    const filled = rows.map((row) => row[column]?.trim()).filter(Boolean);
    return filled.length > 0 && filled.every((cell) => NUMBER.test(cell ?? ''));
  };
  return new Set(Array.from({ length: columns }, (_, column) => column).filter(holds));
}
