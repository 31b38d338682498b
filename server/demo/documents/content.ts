/** What a demo document says, before it is a file of some kind. */
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
  /** Under the heading: number, revision, date, site. */
  reference: string;
  blocks: readonly Block[];
}

/** A paragraph, or a section heading (h), list items (li), a table with its first row as head, signatures. */
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
  /** First row is the head. */
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

/** Numbers as Chile writes them: 1.250.000 and 3,5. */
export function chilean(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('es-CL', { useGrouping: 'always' }) : cell;
}
