import { afterAll, describe, expect, it } from 'vitest';
import {
  docxFile,
  encryptedPdf,
  htmlFile,
  mailFile,
  pdfFile,
  pptxFile,
  xlsxFile,
} from '../../testing/files.ts';
import { zipBombs } from '../../testing/hostile-files.ts';
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
    const hasty = createExtractor({ timeMs: 0, residentBytes: EXTRACT_LIMITS.residentBytes });
    expect(await hasty.extract(bytes, 'docx')).toEqual({ none: 'timeout' });
    await hasty.close();
    if (process.platform === 'linux') {
      const small = createExtractor({ timeMs: EXTRACT_LIMITS.timeMs, residentBytes: 1 });
      const long = Buffer.from('<p>a</p>'.repeat(4_000_000));
      expect(await small.extract(long, 'html')).toEqual({ none: 'memory' });
      await small.close();
    }
    expect(textOf(await read('docx', bytes))).toBe('Sigue');
  });
});
