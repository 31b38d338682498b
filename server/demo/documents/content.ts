/** The content of a demo document, before a file is built from it. */
export type Content =
  | ({ kind: 'pdf' | 'docx' } & Paper)
  | { kind: 'xlsx'; sheets: readonly Sheet[] }
  | { kind: 'pptx'; title: string; subtitle: string; slides: readonly Slide[] }
  | { kind: 'png'; drawing: DrawingName; caption: string }
  | { kind: 'txt'; lines: readonly string[] }
  | { kind: 'csv'; rows: Rows };

export type ContentKind = Content['kind'];

export interface Paper {
  heading: string;
  /** The line below the heading: number, revision, date, site. */
  reference: string;
  blocks: readonly Block[];
}

/** A paragraph, section heading (h), list items (li), table with its first row as header, or signatures. */
export type Block =
  | string
  | { h: string }
  | { li: readonly string[] }
  | { table: Rows }
  | { sign: readonly string[] };

export type Cell = string | number;
export type Rows = readonly (readonly Cell[])[];

export interface Sheet {
  name: string;
  /** The first row is the header. */
  rows: Rows;
}

export interface Slide {
  title: string;
  bullets: readonly string[];
  table?: Rows;
}

export type DrawingName = 'site-plan' | 'progress-chart' | 'sign-board' | 'slump-chart' | 'facade';

export const MEDIA_TYPES: Readonly<Record<ContentKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  png: 'image/png',
  txt: 'text/plain',
  csv: 'text/csv',
};

/** Formats a number as Chile writes it: 1.250.000 and 3,5. */
export function chilean(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('es-CL', { useGrouping: 'always' }) : cell;
}
