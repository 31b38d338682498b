import { diffArrays } from 'diff';
import type { SheetRow } from '../../preview/office/sheets.ts';
import type { Standing } from '../closing.ts';

/** A column of the compared table: its place in each version, undefined in one that does not have it. */
export interface ColumnPair {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** What only one version has is added or removed. */
export const columnStanding = ({ before, after }: ColumnPair): Standing =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'both';

/** Two columns with at least this share of values in common are the same one. */
const ALIKE = 0.5;
/** Rows whose values tell what a column is. */
const SAMPLED = 2_000;

interface Column {
  readonly at: number;
  readonly head: string;
  readonly values: ReadonlySet<string>;
}

/**
 * Which columns of two tables belong together, in the order of both. Without this, each column after an inserted one would
 * count as changed. Columns between two that match are paired by their heads, then by their places where as many stand on
 * either side.
 */
export function alignColumns(before: readonly SheetRow[], after: readonly SheetRow[]): ColumnPair[] {
  const parts = diffArrays(columnsOf(before), columnsOf(after), { comparator: areAlike });
  const pairs: ColumnPair[] = [];
  let removed: Column[] = [];
  let added: Column[] = [];
  const pairBetween = (): void => {
    pairs.push(...pairByHead(removed, added));
    removed = [];
    added = [];
  };
  // A matched part names the columns of the newer table; those of the older one follow in the same order.
  let older = 0;
  for (const part of parts) {
    if (part.removed) {
      removed.push(...part.value);
      older += part.value.length;
    } else if (part.added) added.push(...part.value);
    else {
      pairBetween();
      for (const { at } of part.value) {
        pairs.push({ before: older, after: at });
        older += 1;
      }
    }
  }
  pairBetween();
  return pairs;
}

function columnsOf(rows: readonly SheetRow[]): Column[] {
  const heads: string[] = [];
  const values: Set<string>[] = [];
  for (const { cells } of rows.slice(0, SAMPLED)) {
    for (const { column, text } of cells) {
      while (values.length <= column) values.push(new Set());
      values[column]?.add(text);
      heads[column] ??= text;
    }
  }
  return values.map((each, at) => ({ at, head: heads[at] ?? '', values: each }));
}

/** Whether most values stand in both; two empty columns are alike. */
function areAlike(one: Column, other: Column): boolean {
  const [few, many] = one.values.size <= other.values.size ? [one, other] : [other, one];
  if (many.values.size === 0) return true;
  let both = 0;
  for (const value of few.values) if (many.values.has(value)) both += 1;
  return both / many.values.size >= ALIKE;
}

function pairByHead(removed: readonly Column[], added: readonly Column[]): ColumnPair[] {
  if (removed.length === added.length)
    return removed.map(({ at }, index) => ({ before: at, after: added[index]?.at }));
  const pairs: ColumnPair[] = [];
  let next = 0;
  for (const { at, head } of added) {
    const found = removed.findIndex((each, index) => index >= next && head !== '' && each.head === head);
    if (found === -1) {
      pairs.push({ before: undefined, after: at });
      continue;
    }
    for (const each of removed.slice(next, found)) pairs.push({ before: each.at, after: undefined });
    pairs.push({ before: removed[found]?.at, after: at });
    next = found + 1;
  }
  return [...pairs, ...removed.slice(next).map((each) => ({ before: each.at, after: undefined }))];
}
