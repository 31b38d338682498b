import type { ReactNode } from 'react';

/** A column of a data table. */
export interface DataColumn<Row> {
  /** Its name in the URL and for the server, where that sorts. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * What its rows are ordered by where all of them are here; a server that sorts needs only `true`. Without it the
   * column's head is no button.
   */
  sort?: ((row: Row) => string | number | null | undefined) | true;
  /** Its track in the grid of the row; 'minmax(0, 1fr)' where it is missing. */
  width?: string;
  /** Numbers and dates stand at the right. */
  end?: boolean;
  /** Gives way where the table is narrower than this, in pixels. The first column never does. */
  from?: number;
  /** Below 769 px a row has two lines: the first column, and these. */
  narrow?: boolean;
}

/** What a table is ordered by. */
export interface DataSort {
  by: string;
  descending: boolean;
}

/** A sort as it stands in the URL: `name`, or `-name` for the other way round. */
export const sortText = ({ by, descending }: DataSort): string => `${descending ? '-' : ''}${by}`;

/** The sort that a URL names; what was typed there is taken only where a column answers to it. */
export function sortOf(text: string | null, columns: readonly string[], otherwise: DataSort): DataSort {
  const by = text?.replace(/^-/, '') ?? '';
  return columns.includes(by) ? { by, descending: text?.startsWith('-') ?? false } : otherwise;
}
