/** Where a cell is: its column from 0, its row from 1. */
export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

/** Texts in quotes, which are no references, or a reference such as B7 or $B$7. */
const PARTS = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w.])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.])/g;
/** A reference as `relativeFormula` writes it: ⟦column,row⟧, each a distance, or a place after "$". */
const RELATIVE = /⟦(\$?)(-?\d+),(\$?)(-?\d+)⟧/g;

/** Column names: A, B, … Z, AA. */
export const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

const columnNumber = (name: string): number =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/**
 * A formula whose references say how far they are from its cell: "A2*B2" in C2 and "A9*B9" in C9 become the same text, as a
 * spreadsheet fills them down.
 */
export const relativeFormula = (formula: string, at: CellPlace): string =>
  formula.replace(
    PARTS,
    (whole, fixedColumn: string, column: string | undefined, fixedRow: string, row: string) =>
      column === undefined
        ? whole
        : `⟦${fixedColumn}${columnNumber(column) - (fixedColumn ? 0 : at.column)},${fixedRow}${Number(row) - (fixedRow ? 0 : at.row)}⟧`,
  );

/** The formula that `relativeFormula` made comparable, as it reads in another cell. */
export const formulaAt = (relative: string, at: CellPlace): string =>
  relative.replace(
    RELATIVE,
    (_whole, fixedColumn: string, column: string, fixedRow: string, row: string) =>
      `${fixedColumn}${columnName(Math.max(0, Number(column) + (fixedColumn ? 0 : at.column)))}${fixedRow}${Number(row) + (fixedRow ? 0 : at.row)}`,
  );
