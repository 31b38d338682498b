import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { docxFile, encryptedPdf, pdfFile } from '../../../../../../server/testing/files/files.ts';
import { hostilePdfs } from '../../../../../../server/testing/files/hostile-pdfs.ts';
import { readBytes } from '../testing/read-bytes.ts';
import { headline } from './headline.ts';
import { linesOf } from './lines.ts';

/** A PDF whose pages have lines of these sizes. */
async function pdfOf(pages: readonly (readonly (readonly [size: number, text: string])[])[], title?: string) {
  const pdf = await PDFDocument.create();
  if (title !== undefined) pdf.setTitle(title);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = pdf.addPage();
    let y = 800;
    for (const [size, text] of lines) {
      y -= size * 1.2;
      page.drawText(text, { x: 40, y, size, font });
    }
  }
  return pdf.save();
}
const BODY = Array.from(
  { length: 6 },
  (_, at) => [11, `Línea ${at + 1} del cuerpo de este documento`] as const,
);

describe('a PDF', () => {
  it('has its largest lines as its title, its text and its day', async () => {
    const bytes = await pdfOf(
      [
        [
          [11, 'Constructora Andes SpA'],
          [18, 'CERTIFICADO DE OBLIGACIONES'],
          [18, 'LABORALES F30-1'],
          ...BODY,
        ],
        [[11, 'Fecha de emisión: 12/03/2026']],
        [[30, 'Tercera página']],
      ],
      'Otro título',
    );
    const content = await readBytes('f30.pdf', bytes);
    expect(content).toMatchObject({
      title: 'Certificado de obligaciones laborales F30-1',
      date: '2026-03-12',
    });
    expect(content?.text).toMatch(
      /^Constructora Andes SpA\nCERTIFICADO DE OBLIGACIONES\nLABORALES F30-1\nLínea 1/,
    );
    expect(content?.text).not.toContain('Tercera');
  });

  it('has the title of its properties where no line is clearly larger', async () => {
    const pages = [[[13, 'Casi un título'] as const, ...BODY]];
    expect((await readBytes('a.pdf', await pdfOf(pages, 'Bases de licitación')))?.title).toBe(
      'Bases de licitación',
    );
    expect(
      (await readBytes('a.pdf', await pdfOf(pages, 'Microsoft Word - bases.doc')))?.title,
    ).toBeUndefined();
  });

  it('is told from its body by the next page where the first is a cover', async () => {
    expect((await readBytes('a.pdf', await pdfOf([[[24, 'Memoria anual']], BODY])))?.title).toBe(
      'Memoria anual',
    );
    expect((await readBytes('a.pdf', await pdfOf([[[24, 'Memoria anual']]])))?.title).toBeUndefined();
  });

  it('is read by its bytes, whatever its name', async () => {
    expect((await readBytes('a.docx', await pdfFile(['Fecha: 12/03/2026'])))?.date).toBe('2026-03-12');
    expect((await readBytes('a.pdf', await docxFile(['Fecha: 12/03/2026'])))?.date).toBe('2026-03-12');
  });

  it('that cannot be opened throws', async () => {
    const whole = await pdfOf([BODY]);
    await expect(readBytes('a.pdf', whole.subarray(0, 400))).rejects.toThrow();
    await expect(readBytes('a.pdf', encryptedPdf())).rejects.toThrow();
    expect(await readBytes('a.pdf', new Uint8Array())).toBeUndefined();
  });

  it('that is hostile ends', async () => {
    expect((await readBytes('a.pdf', hostilePdfs.pages(5_000)))?.text).toBe('Hoja repetida\n\nHoja repetida');
    expect((await readBytes('a.pdf', hostilePdfs.actions()))?.text).toBe('Con acciones');
    expect((await readBytes('a.pdf', hostilePdfs.loopingPages()))?.text).toMatch(/^(Una)?$/);
    expect((await readBytes('a.pdf', hostilePdfs.selfDrawing()))?.text).toMatch(/^Recursivo/);
    const wordy = await pdfOf([Array.from({ length: 3_000 }, (_, at) => [1, `palabra ${at}`] as const)]);
    expect((await readBytes('a.pdf', wordy))?.text).toHaveLength(4_000);
  });
});

describe('the lines of a page', () => {
  const piece = (str: string, size: number, more: object = {}) => ({
    str,
    transform: [size, 0, 0, size, 0, 0],
    hasEOL: false,
    ...more,
  });

  it('are as large as their largest letters, blanks apart', () => {
    const pieces = [
      piece('uno', 11),
      piece(' ', 40),
      piece('DOS', 14.04),
      piece('', 0, { hasEOL: true }),
      piece('tres', 9),
    ];
    expect(linesOf(pieces)).toEqual([
      { text: 'uno DOS', size: 14 },
      { text: 'tres', size: 9 },
    ]);
  });

  it('that are turned are no title', () => {
    const [mark] = linesOf([piece('BORRADOR', 60, { transform: [40, 40, -40, 40, 0, 0] })]);
    const body = { text: 'El cuerpo del documento', size: 11 };
    expect(mark?.size).toBe(0);
    expect(headline([mark ?? body, { text: 'Acta de entrega', size: 16 }, body], [])).toBe('Acta de entrega');
  });

  it('that are numbers or dates are passed over for the next size', () => {
    const body = { text: 'El cuerpo del documento', size: 11 };
    const lines = [
      { text: '2026', size: 40 },
      { text: 'Santiago, 12 de marzo de 2026', size: 30 },
    ];
    expect(
      headline(
        [
          ...lines,
          { text: 'Acta', size: 18 },
          { text: '', size: 0 },
          { text: 'de entrega', size: 18 },
          body,
          body,
        ],
        [],
      ),
    ).toBe('Acta  de entrega');
    expect(headline([...lines, body, body], [])).toBeUndefined();
    expect(headline([], [])).toBeUndefined();
  });
});
