import type { Content, ContentNode, TableLayout } from 'pdfmake';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import { PAGE_MARGIN, PAGE_WIDTH } from '../../../platform/pdf/pdf.ts';

/* How the report looks on paper: the colours of the screen's light theme. */

export const INK = { text: '#191d1a', soft: '#484d49', quiet: '#5b605c', line: '#d3d2cd', accent: '#005a6a' };
/** Paper of statuses; each has its letters too, for who prints in black and white. */
export const STATUS_LOOK: Readonly<
  Record<OccurrenceStatus, { readonly fill: string; readonly ink: string }>
> = {
  done: { fill: '#e2f7e8', ink: '#116031' },
  late: { fill: '#e2f7e8', ink: '#116031' },
  overdue: { fill: '#cc3430', ink: '#ffffff' },
  submitted: { fill: '#fff2da', ink: '#844b07' },
  today: { fill: '#fff2da', ink: '#844b07' },
  upcoming: { fill: '#eef0f3', ink: '#484d49' },
  pending: { fill: '#ffffff', ink: '#5b605c' },
  waived: { fill: '#ffffff', ink: '#5b605c' },
};

/** Between columns. */
const GAP = 8;

/** Thin lines between rows, a stronger one below the head. */
export const ROWS: TableLayout = {
  hLineWidth: (at, { table: { headerRows = 0, body } }) =>
    at === 0 || at === body.length ? 0 : at === headerRows ? 0.8 : 0.4,
  vLineWidth: () => 0,
  hLineColor: (at, { table: { headerRows = 0 } }) => (at === headerRows ? INK.soft : INK.line),
  paddingLeft: () => 0,
  paddingRight: () => GAP,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

export const heading = (text: string, options: { readonly onNewPage?: boolean } = {}): Content => ({
  text,
  ...{ fontSize: 14, bold: true, color: INK.accent, outline: true },
  margin: [0, options.onNewPage ? 0 : 22, 0, 6],
  ...(options.onNewPage ? { pageBreak: 'before' } : {}),
});

export const note = (text: string): ContentNode => ({ text, color: INK.soft, margin: [0, 0, 0, 8] });

export const headCell = (text: string): Content => ({ text, bold: true, color: INK.soft, fontSize: 7.5 });

/** A table whose head is repeated on every page; rows are not split between pages. One of its columns takes what is left. */
export function listTable(
  columns: readonly { readonly title: string; readonly width: number | '*' }[],
  rows: readonly (readonly Content[])[],
): ContentNode {
  const taken = columns.reduce((sum, { width }) => sum + GAP + (width === '*' ? 0 : width), 0);
  const rest = PAGE_WIDTH - 2 * PAGE_MARGIN - taken;
  return {
    table: {
      ...{ headerRows: 1, dontBreakRows: true, keepWithHeaderRows: 1 },
      // A column of `*` would grow with its longest word, over the edge of the page.
      widths: columns.map(({ width }) => (width === '*' ? rest : width)),
      body: [columns.map(({ title }) => headCell(title)), ...rows.map((row) => [...row])],
    },
    layout: ROWS,
    fontSize: 7.5,
  };
}
