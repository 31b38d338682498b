import { afterAll, describe, expect, it } from 'vitest';
import {
  docxFile,
  encryptedPdf,
  htmlFile,
  mailFile,
  mailWith,
  odfFile,
  pdfFile,
  pptxFile,
  rtfFile,
  xlsxFile,
} from '../../../testing/files/files.ts';
import { zipBombs } from '../../../testing/files/hostile-office.ts';
import { outlookItem } from '../../../testing/files/outlook.ts';
import { EXTRACT_LIMITS, type Extraction, type TextKind } from './extraction.ts';
import { createExtractor } from './extractor.ts';

const extractor = createExtractor();
afterAll(() => extractor.close());

const read = (kind: TextKind, bytes: Buffer): Promise<Extraction> => extractor.extract(bytes, kind);
const textOf = (extraction: Extraction): string =>
  'pages' in extraction ? extraction.pages.map(({ text }) => text).join('\n') : `none: ${extraction.none}`;

describe('the words of files', () => {
  it('of a PDF and of slides, with their pages', async () => {
    const pages = ['Portada del plan', 'Índice', 'Cláusula tercera: garantías'];
    const expected = pages.map((text, at) => ({ page: at + 1, text }));
    expect(await read('pdf', await pdfFile(pages))).toEqual({ pages: expected, truncated: false });
    expect(await read('pptx', await pptxFile(pages))).toMatchObject({ pages: expected });
  });

  it('of what has no pages', async () => {
    expect(textOf(await read('docx', await docxFile(['Primero', 'Señalética'])))).toBe('Primero\nSeñalética');
    expect(
      textOf(
        await read(
          'xlsx',
          await xlsxFile([
            ['Partida', 'Monto'],
            ['Moldaje', 'Muro'],
          ]),
        ),
      ),
    ).toContain('Partida Monto \nMoldaje Muro'.replace(' \n', '\n'));
    expect(textOf(await read('text', Buffer.from('Año;Peón\n', 'latin1')))).toBe('Año;Peón');
    expect(textOf(await read('text', Buffer.from('\uFEFFAño;Peón\n')))).toContain('Año;Peón');
    const mail = textOf(await read('mail', mailFile('Citación a reunión', 'Traer el libro de obras.')));
    expect(mail).toContain('Citación a reunión');
    expect(mail).toContain('Ana Rojas');
    expect(mail).toContain('Traer el libro de obras.');
  });

  it('of OpenDocument and Rich Text, without what is deleted or about them', async () => {
    const text =
      '<text:tracked-changes><text:p>Borrado</text:p></text:tracked-changes><text:h>Acta</text:h>' +
      '<text:p>Uno<text:s text:c="3"/>dos<text:tab/>tres<text:line-break/>y cuatro</text:p>' +
      '<table:table table:name="Tabla1"><table:table-row><table:table-cell><text:p>A1</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>';
    expect(textOf(await read('odf', odfFile('text', text)))).toBe('Acta\nUno dos tres\ny cuatro\nA1');
    const cells =
      '<table:table table:name="Partidas"><table:table-row><table:table-cell><text:p>Muro</text:p></table:table-cell></table:table-row></table:table>';
    expect(textOf(await read('odf', odfFile('spreadsheet', cells)))).toBe('Partidas\nMuro');
    const slide = (words: string) =>
      `<draw:page><draw:frame><text:p>${words}</text:p></draw:frame></draw:page>`;
    expect(await read('odf', odfFile('presentation', slide('Portada') + slide('Cierre')))).toEqual({
      pages: [
        { page: 1, text: 'Portada' },
        { page: 2, text: 'Cierre' },
      ],
      truncated: false,
    });
    const locked = { 'META-INF/manifest.xml': '<m:manifest><m:encryption-data/></m:manifest>' };
    expect(await read('odf', odfFile('text', text, locked))).toEqual({ none: 'encrypted' });

    const rtf = rtfFile(
      String.raw`Se\'f1al\'e9tica \u8364?100 \b{\i negrita}\par{\field{\*\fldinst HYPERLINK "x"}{\fldrslt enlace}}\bin4 {{{{ \{fin\}{\pict 0123}`,
    );
    expect(textOf(await read('rtf', rtf))).toBe('Señalética €100 negrita\nenlace {fin}');
    expect(await read('rtf', Buffer.from('ninguno'))).toEqual({ none: 'corrupt' });
    expect(await read('rtf', rtfFile('{'.repeat(100_000)))).toEqual({ none: 'corrupt' });
  });

  it('of a message as Outlook keeps it, with what is attached, and what is attached to that', async () => {
    const ana = { name: 'Ana Rojas', address: 'ana@obra.test' };
    const inner = outlookItem({ subject: 'Reenvío', from: ana, text: 'Moldaje de la losa' });
    const item = outlookItem({
      ...{ subject: 'Hormigón de Ñuñoa', from: ana, html: '<p>Llega el <b>martes</b></p>' },
      attached: { 'bases.pdf': await pdfFile(['Cláusula de garantía']), 'reenvio.msg': inner },
    });
    const text = textOf(await read('mail', item));
    for (const words of ['Hormigón de Ñuñoa', 'Ana Rojas', 'Llega el martes', 'garantía', 'Moldaje'])
      expect(text).toContain(words);
    expect(await read('mail', item.subarray(0, 600))).toEqual({ none: 'corrupt' });
  });

  it('of what is attached to a message, two messages deep', async () => {
    const deepest = mailWith('Tercero', { 'cuarto.txt': Buffer.from('Demasiado hondo') });
    const second = mailWith('Segundo', {
      'planilla.xlsx': await xlsxFile([['Enfierradura']]),
      'c.eml': deepest,
    });
    const mail = mailWith('Primero', {
      'contrato.pdf': await pdfFile(['Cláusula de garantía', 'Anexo']),
      'roto.docx': Buffer.from('PK nada'),
      'foto.png': Buffer.from('no se lee'),
      'b.eml': second,
    });
    const read1 = await read('mail', mail);
    const text = textOf(read1);
    for (const word of [
      'Primero',
      'roto.docx',
      'garantía',
      'Anexo',
      'Segundo',
      'Enfierradura',
      'Tercero',
      'cuarto.txt',
    ])
      expect(text).toContain(word);
    expect(text).not.toMatch(/hondo|no se lee/);
    // A page of what is attached is no page of the message.
    expect('pages' in read1 && read1.pages.every(({ page }) => page === null)).toBe(true);
  });

  it('of a page, without what its scripts say', async () => {
    const text = textOf(
      await read('html', htmlFile('<p>Se <b>sus</b>pende la faena</p>', 'var secreto = "tronadura"')),
    );
    expect(text).toBe('Aviso\nSe suspende la faena');
  });
});

describe('a file that is', () => {
  it('broken, protected or empty fails alone, with a reason', async () => {
    const whole = await pdfFile(['Texto']);
    expect(await read('pdf', Buffer.from('%PDF-1.7\nnada'))).toEqual({ none: 'corrupt' });
    expect(await read('pdf', encryptedPdf())).toEqual({ none: 'encrypted' });
    expect(await read('pdf', await pdfFile(['']))).toEqual({ none: 'empty' });
    expect(await read('docx', Buffer.from('PK nada'))).toEqual({ none: 'corrupt' });
    expect(await read('xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual({ none: 'encrypted' });
    expect(await read('docx', zipBombs.oneEntry(EXTRACT_LIMITS.entryBytes + 1))).toEqual({
      none: 'too_large',
    });
    expect(textOf(await read('pdf', whole))).toBe('Texto');
  });

  it('longer than what is kept is cut', async () => {
    const extraction = await read('text', Buffer.from('palabra '.repeat(EXTRACT_LIMITS.characters / 4)));
    expect(extraction).toMatchObject({ truncated: true });
    expect(textOf(extraction)).toHaveLength(EXTRACT_LIMITS.characters);
  });

  it('too slow or too big ends its process, and the next one is read', async () => {
    const bytes = await docxFile(['Sigue']);
    const hasty = createExtractor({}, { timeMs: 0, residentBytes: EXTRACT_LIMITS.residentBytes });
    expect(await hasty.extract(bytes, 'docx')).toEqual({ none: 'timeout' });
    await hasty.close();
    if (process.platform === 'linux') {
      const small = createExtractor({}, { timeMs: EXTRACT_LIMITS.timeMs, residentBytes: 1 });
      const long = Buffer.from('<p>a</p>'.repeat(4_000_000));
      expect(await small.extract(long, 'html')).toEqual({ none: 'memory' });
      await small.close();
    }
    expect(textOf(await read('docx', bytes))).toBe('Sigue');
  });
});
