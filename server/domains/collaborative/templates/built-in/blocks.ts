import {
  BorderStyle,
  HeadingLevel,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx';
import { BULLETS, LINE, NUMBERED, PETROL, SHADE } from './page.ts';

/* The parts that the built-in templates consist of. */

/** The document's title, and its kind below. */
export const top = (kind: string): Paragraph[] => [
  new Paragraph({ text: '{{título}}', heading: HeadingLevel.TITLE }),
  new Paragraph({ text: kind, style: 'Subtitulo' }),
];

export const section = (text: string): Paragraph =>
  new Paragraph({ text, heading: HeadingLevel.HEADING_1, numbering: { reference: NUMBERED, level: 0 } });

export const subsection = (text: string): Paragraph =>
  new Paragraph({ text, heading: HeadingLevel.HEADING_2, numbering: { reference: NUMBERED, level: 1 } });

export const heading = (text: string): Paragraph => new Paragraph({ text, heading: HeadingLevel.HEADING_1 });

/** A hint about what belongs here, which the author writes over. */
export const guide = (text: string): Paragraph => new Paragraph({ text, style: 'Guia' });

export const bullets = (...texts: string[]): Paragraph[] =>
  texts.map((text) => new Paragraph({ text, style: 'Guia', numbering: { reference: BULLETS, level: 0 } }));

const border = { style: BorderStyle.SINGLE, size: 4, color: LINE };
const borders = { top: border, bottom: border, left: border, right: border };
const margins = { top: 20, bottom: 20, left: 110, right: 110 };

function cell(text: string, width: number, kind: 'head' | 'label' | 'text'): TableCell {
  const bold = kind !== 'text';
  return new TableCell({
    borders,
    margins,
    verticalAlign: VerticalAlign.CENTER,
    width: { size: width, type: WidthType.PERCENTAGE },
    ...(bold
      ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: kind === 'head' ? PETROL : SHADE } }
      : {}),
    children: [
      new Paragraph({
        style: 'Celda',
        children: [new TextRun({ text, bold, ...(kind === 'head' ? { color: 'FFFFFF' } : {}) })],
      }),
    ],
  });
}

const table = (rows: TableRow[]): Table[] | (Table | Paragraph)[] => [
  new Table({ rows, layout: TableLayoutType.FIXED, width: { size: 100, type: WidthType.PERCENTAGE } }),
  // Word joins two tables that follow each other directly.
  new Paragraph({ text: '', spacing: { after: 60 } }),
];

/** What the document is about, as rows of a name and a value, which may be left to fill in. */
export const facts = (...rows: readonly (readonly [string, string])[]) =>
  table(
    rows.map(
      ([name, value]) =>
        new TableRow({ cantSplit: true, children: [cell(name, 28, 'label'), cell(value, 72, 'text')] }),
    ),
  );

/** A table with a head that is repeated on each page, and empty rows. */
export const grid = (columns: readonly (readonly [string, number])[], rows: readonly (readonly string[])[]) =>
  table([
    new TableRow({
      tableHeader: true,
      cantSplit: true,
      children: columns.map(([name, width]) => cell(name, width, 'head')),
    }),
    ...rows.map(
      (row) =>
        new TableRow({
          cantSplit: true,
          children: columns.map(([, width], at) => cell(row[at] ?? '', width, 'text')),
        }),
    ),
  ]);

export const emptyRows = (count: number): string[][] => Array.from({ length: count }, () => []);
