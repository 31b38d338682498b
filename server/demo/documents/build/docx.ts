import {
  AlignmentType,
  Document,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { type Block, chilean, type Paper, type Rows } from '../content.ts';
import { withFixedDates } from './zip.ts';

/** A Word document with real headings, lists and tables. */
export async function buildDocx(paper: Paper, day: string): Promise<Buffer> {
  const document = new Document({
    title: paper.heading,
    creator: 'Constructora Andes SpA',
    lastModifiedBy: 'Constructora Andes SpA',
    styles: { default: { document: { run: { font: 'Calibri', size: 22, language: { value: 'es-CL' } } } } },
    sections: [
      {
        children: [
          new Paragraph({ text: paper.heading, heading: HeadingLevel.TITLE }),
          new Paragraph({
            children: [new TextRun({ text: paper.reference, color: '6B7280', size: 18 })],
            spacing: { after: 240 },
          }),
          ...paper.blocks.flatMap(block),
        ],
      },
    ],
  });
  return withFixedDates(await Packer.toBuffer(document), day);
}

function block(from: Block): (Paragraph | Table)[] {
  if (typeof from === 'string') {
    return [new Paragraph({ text: from, spacing: { after: 140 }, alignment: AlignmentType.JUSTIFIED })];
  }
  if ('h' in from) {
    return [
      new Paragraph({ text: from.h, heading: HeadingLevel.HEADING_2, spacing: { before: 240, after: 100 } }),
    ];
  }
  if ('li' in from) {
    return from.li.map((text) => new Paragraph({ text, bullet: { level: 0 } }));
  }
  if ('table' in from) {
    return [table(from.table), new Paragraph({ text: '' })];
  }
  return from.sign.map(
    (name) => new Paragraph({ text: `_______________________  ${name}`, spacing: { before: 480 } }),
  );
}

function table(rows: Rows): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (row, at) =>
        new TableRow({
          tableHeader: at === 0,
          children: row.map(
            (cell) =>
              new TableCell({
                children: [
                  new Paragraph({
                    children: [new TextRun({ text: chilean(cell), bold: at === 0, size: 20 })],
                    alignment: typeof cell === 'number' ? AlignmentType.RIGHT : AlignmentType.LEFT,
                  }),
                ],
              }),
          ),
        }),
    ),
  });
}
