import { diffArrays } from 'diff';
import { relativeFormula } from '../../preview/office/formulas.ts';
import type { Cell, SheetRow } from '../../preview/office/sheets.ts';
import { pairSentences } from '../pair-sentences.ts';
import { alignColumns, type ColumnPair } from './align-columns.ts';

/** What one version has in a cell. */
export interface CellContent {
  readonly text: string;
  readonly numeric?: true;
  /** Without "=". */
  readonly formula?: string;
}

/** A cell of the compared table. What a version does not have is undefined. */
export interface ComparedCell {
  readonly before?: CellContent;
  readonly after?: CellContent;
  readonly changed: boolean;
}

/** A row of the compared table, with its number in each version. */
export interface ComparedRow {
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** By the columns of the compared table; undefined where neither version has anything. */
  readonly cells: readonly (ComparedCell | undefined)[];
}

export interface ComparedTable {
  readonly columns: readonly ColumnPair[];
  readonly rows: readonly ComparedRow[];
}

/** Milliseconds. Two tables with nothing in common would take minutes. */
const TIME_MS = 5_000;

/** A row, with what the rows of the other version are compared by. */
interface Line {
  readonly row: SheetRow;
  readonly cells: readonly (Cell | undefined)[];
  /** Equal where all cells in columns of both versions are. */
  readonly key: string;
  readonly text: string;
}

/**
 * Compares two tables cell by cell. Rows and columns that were inserted or taken out are recognized first, so that what
 * they moved does not count as changed.
 * @returns undefined where the tables are too different to compare in time
 */
export function compareTables(
  before: readonly SheetRow[],
  after: readonly SheetRow[],
  timeMs = TIME_MS,
): ComparedTable | undefined {
  const columns = alignColumns(before, after);
  const older = before.map((row) => lineOf(row, columns, 'before'));
  const newer = after.map((row) => lineOf(row, columns, 'after'));
  const parts = diffArrays(older, newer, {
    comparator: (one, other) => one.key === other.key,
    timeout: timeMs,
  });
  if (!parts) return undefined;
  const rows: ComparedRow[] = [];
  let removed: Line[] = [];
  let added: Line[] = [];
  const pairBetween = (): void => {
    for (const [one, other] of pairSentences(removed, added)) rows.push(rowOf(columns, one, other));
    removed = [];
    added = [];
  };
  // A part that both have names the lines of the newer table; those of the older one follow in the same order.
  let at = 0;
  for (const part of parts) {
    if (part.removed) {
      removed.push(...part.value);
      at += part.value.length;
    } else if (part.added) added.push(...part.value);
    else {
      pairBetween();
      for (const line of part.value) {
        rows.push(rowOf(columns, older[at], line));
        at += 1;
      }
    }
  }
  pairBetween();
  return { columns, rows };
}

function lineOf(row: SheetRow, columns: readonly ColumnPair[], side: 'before' | 'after'): Line {
  const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]));
  const cells = columns.map((pair) => {
    const column = pair[side];
    return column === undefined ? undefined : byColumn.get(column);
  });
  const inBoth = columns.flatMap(({ before, after }, at) =>
    before === undefined || after === undefined ? [] : [keyOf(cells[at], row.number)],
  );
  return { row, cells, key: inBoth.join('\u0000'), text: cells.map((cell) => cell?.text ?? '').join(' ') };
}

/** A formula counts by what it refers to from its own cell: rows that were moved have not changed. */
const keyOf = (cell: Cell | undefined, row: number): string =>
  cell
    ? `${cell.text}\u0001${cell.formula ? relativeFormula(cell.formula, { column: cell.column, row }) : ''}`
    : '';

function rowOf(
  columns: readonly ColumnPair[],
  before: Line | undefined,
  after: Line | undefined,
): ComparedRow {
  const cells = columns.map((column, at): ComparedCell | undefined => {
    const [one, other] = [before?.cells[at], after?.cells[at]];
    if (!one && !other) return undefined;
    // A column that one version does not have is one change by itself, not one in each row.
    const changed =
      before !== undefined &&
      after !== undefined &&
      column.before !== undefined &&
      column.after !== undefined &&
      keyOf(one, before.row.number) !== keyOf(other, after.row.number);
    // One object for equal cells: the worker copies it to the page only once.
    const older = changed ? one : one && (other ?? one);
    return { ...(older && { before: older }), ...(other && { after: other }), changed };
  });
  const kind = !before ? 'added' : !after ? 'removed' : before.key === after.key ? 'same' : 'changed';
  return { kind, before: before?.row.number, after: after?.row.number, cells };
}
