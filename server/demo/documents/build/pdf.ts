import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { type Block, chilean, type Paper, type Rows } from '../content.ts';

const PAGE = { width: 595, height: 842, left: 64, right: 64, top: 96, bottom: 72 };
const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const INK = rgb(0.13, 0.15, 0.18);
const SOFT = rgb(0.42, 0.45, 0.5);
const ACCENT = rgb(0.66, 0.29, 0.16);
const RULE = rgb(0.8, 0.8, 0.78);

/** A4 pages with a running header and page numbers. The text is real text, so that it can be searched and copied. */
export async function buildPdf(paper: Paper, day: string): Promise<Buffer> {
  const moment = new Date(`${day}T12:00:00Z`);
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(paper.heading);
  pdf.setAuthor('Constructora Andes SpA');
  pdf.setLanguage('es-CL');
  pdf.setCreationDate(moment);
  pdf.setModificationDate(moment);
  const writer = new Writer(
    pdf,
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  );
  writer.heading(paper);
  for (const block of paper.blocks) {
    writer.block(block);
  }
  writer.runningHeads(paper);
  return Buffer.from(await pdf.save({ useObjectStreams: true }));
}

class Writer {
  readonly #pdf: PDFDocument;
  readonly #plain: PDFFont;
  readonly #bold: PDFFont;
  #page: PDFPage;
  #y = PAGE.height - PAGE.top;

  constructor(pdf: PDFDocument, plain: PDFFont, bold: PDFFont) {
    this.#pdf = pdf;
    this.#plain = plain;
    this.#bold = bold;
    this.#page = pdf.addPage([PAGE.width, PAGE.height]);
  }

  heading(paper: Paper): void {
    this.#lines(paper.heading, { font: this.#bold, size: 18, gap: 4, leading: 1.25 });
    this.#lines(paper.reference, { size: 9.5, color: SOFT, gap: 16 });
  }

  block(block: Block): void {
    if (typeof block === 'string') {
      this.#lines(block, { gap: 8 });
    } else if ('h' in block) {
      this.#room(60);
      this.#y -= 6;
      this.#lines(block.h, { font: this.#bold, size: 12, color: ACCENT, gap: 5 });
    } else if ('li' in block) {
      for (const item of block.li) {
        this.#lines(item, { indent: 16, bullet: true, gap: 3 });
      }
      this.#y -= 6;
    } else if ('table' in block) {
      this.#table(block.table);
    } else {
      this.#signatures(block.sign);
    }
  }

  runningHeads(paper: Paper): void {
    const pages = this.#pdf.getPages();
    for (const [at, page] of pages.entries()) {
      const head = { y: PAGE.height - 52, size: 8.5, font: this.#bold, color: ACCENT };
      page.drawText('CONSTRUCTORA ANDES SpA', { x: PAGE.left, ...head });
      const line = { thickness: 0.8, color: RULE };
      page.drawLine({
        start: { x: PAGE.left, y: head.y - 8 },
        end: { x: PAGE.left + WIDTH, y: head.y - 8 },
        ...line,
      });
      const foot = { y: 40, size: 8, font: this.#plain, color: SOFT };
      page.drawText(paper.heading, { x: PAGE.left, ...foot });
      const count = `Página ${at + 1} de ${pages.length}`;
      page.drawText(count, { x: PAGE.left + WIDTH - this.#plain.widthOfTextAtSize(count, 8), ...foot });
    }
  }

  #room(height: number): void {
    if (this.#y - height < PAGE.bottom) {
      this.#page = this.#pdf.addPage([PAGE.width, PAGE.height]);
      this.#y = PAGE.height - PAGE.top;
    }
  }

  #lines(
    text: string,
    style: {
      font?: PDFFont;
      size?: number;
      color?: ReturnType<typeof rgb>;
      indent?: number;
      bullet?: boolean;
      gap: number;
      leading?: number;
    },
  ): void {
    const { font = this.#plain, size = 10.5, color = INK, indent = 0, leading = 1.45 } = style;
    for (const [at, line] of wrap(text, font, size, WIDTH - indent).entries()) {
      this.#room(size * leading);
      if (style.bullet && at === 0) {
        this.#page.drawText('•', { x: PAGE.left + 4, y: this.#y - size, size, font, color: ACCENT });
      }
      this.#page.drawText(line, { x: PAGE.left + indent, y: this.#y - size, size, font, color });
      this.#y -= size * leading;
    }
    this.#y -= style.gap;
  }

  #table(rows: Rows): void {
    const size = 9;
    const columns = Math.max(...rows.map((row) => row.length));
    const widths = columnWidths(rows, columns);
    for (const [at, row] of rows.entries()) {
      const font = at === 0 ? this.#bold : this.#plain;
      const cells = row.map((cell, column) => wrap(chilean(cell), font, size, (widths[column] ?? 40) - 10));
      const height = Math.max(...cells.map((lines) => lines.length)) * size * 1.3 + 7;
      this.#room(height);
      let x = PAGE.left;
      if (at === 0) {
        const box = { x, y: this.#y - height, width: WIDTH, height, color: rgb(0.95, 0.93, 0.9) };
        this.#page.drawRectangle(box);
      }
      for (const [column, lines] of cells.entries()) {
        const width = widths[column] ?? 40;
        for (const [number, line] of lines.entries()) {
          const right = typeof row[column] === 'number' ? width - 10 - font.widthOfTextAtSize(line, size) : 0;
          const y = this.#y - 4 - size - number * size * 1.3;
          this.#page.drawText(line, { x: x + 5 + right, y, size, font, color: INK });
        }
        x += width;
      }
      this.#y -= height;
      const y = this.#y;
      this.#page.drawLine({
        start: { x: PAGE.left, y },
        end: { x: PAGE.left + WIDTH, y },
        thickness: 0.5,
        color: RULE,
      });
    }
    this.#y -= 12;
  }

  #signatures(names: readonly string[]): void {
    this.#room(70);
    this.#y -= 44;
    const width = WIDTH / names.length;
    for (const [at, name] of names.entries()) {
      const x = PAGE.left + at * width;
      const line = { thickness: 0.7, color: INK };
      this.#page.drawLine({ start: { x, y: this.#y }, end: { x: x + width - 24, y: this.#y }, ...line });
      this.#page.drawText(name, { x, y: this.#y - 12, size: 8.5, font: this.#plain, color: SOFT });
    }
    this.#y -= 26;
  }
}

/** Wider columns for longer cells, within limits. */
function columnWidths(rows: Rows, columns: number): number[] {
  const weights = Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(...rows.map((row) => chilean(row[column] ?? '').length));
    return Math.min(34, Math.max(9, longest));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (weight / total) * WIDTH);
}

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
