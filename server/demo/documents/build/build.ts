import { type Content, chilean } from '../content.ts';
import { buildDocx } from './docx.ts';
import { buildPng } from './drawings.ts';
import { buildPdf } from './pdf.ts';
import { buildPptx } from './pptx.ts';
import { buildXlsx } from './xlsx.ts';

/** The bytes of a document: always the same for the same content and day (`YYYY-MM-DD`). */
export async function buildFile(content: Content, day: string): Promise<Buffer> {
  switch (content.kind) {
    case 'pdf':
      return buildPdf(content, day);
    case 'docx':
      return buildDocx(content, day);
    case 'xlsx':
      return buildXlsx(content.sheets, day);
    case 'pptx':
      return buildPptx(content.title, content.subtitle, content.slides, day);
    case 'png':
      return buildPng(content.drawing, content.caption);
    case 'txt':
      return Buffer.from(`${content.lines.join('\r\n')}\r\n`);
    case 'csv':
      // UTF-8 with a byte order mark, and semicolons: a Chilean Excel opens it with a double click.
      return Buffer.from(`\uFEFF${content.rows.map((row) => row.map(csvCell).join(';')).join('\r\n')}\r\n`);
  }
}

function csvCell(cell: string | number): string {
  const text = chilean(cell);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
