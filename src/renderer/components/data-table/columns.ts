import type { ReactNode } from 'react';

/** A column of a data table. */
export interface DataColumn<Row> {
  /** Its name in the URL, and for the server if that sorts. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * The value to sort by, where all rows are loaded; `true` where the server sorts. Without it the column cannot be
   * sorted.
   */
  sort?: ((row: Row) => string | number | null | undefined) | true;
  /** Its CSS grid track; 'minmax(0, 1fr)' by default. */
  width?: string;
  /** Aligns numbers and dates right. */
  end?: boolean;
  /** Hidden where the table is narrower than this, in pixels. The first column is never hidden. */
  from?: number;
  /** Below 769 px a row has two lines: the first column, and these columns. */
  narrow?: boolean;
}

/** The sort order of a table. */
export interface DataSort {
  by: string;
  descending: boolean;
}

/** A sort order in the URL: `name`, or `-name` for descending. */
export const sortText = ({ by, descending }: DataSort): string => `${descending ? '-' : ''}${by}`;

/** Parses the sort order of a URL; undefined where no column has that name. */
export function sortOf(text: string | null, columns: readonly string[], otherwise: DataSort): DataSort {
  const by = text?.replace(/^-/, '') ?? '';
  return columns.includes(by) ? { by, descending: text?.startsWith('-') ?? false } : otherwise;
}
