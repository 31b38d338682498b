import { describe, expect, it } from 'vitest';
import { TITLE } from '#shared/platform/limits.ts';
import { tidyText } from './plain-text.ts';
import { toSentenceCase } from './sentence-case.ts';
import { headingOf, isFiller, toTitle } from './titles.ts';

describe('a title', () => {
  it('in capitals throughout becomes a sentence, in which codes stay', () => {
    const cases = {
      'CONTRATO DE SUBCONTRATACIÓN F30-1': 'Contrato de subcontratación F30-1',
      'CERTIFICADO DE ANTECEDENTES LABORALES N° 2231': 'Certificado de antecedentes laborales N° 2231',
      'RUT DE CONSTRUCTORA ANDES SPA': 'RUT de constructora andes SPA',
      'ÁREA DE PREVENCIÓN: ANEXO B': 'Área de prevención: anexo B',
      'ACTA Y MINUTA DE REUNIÓN II': 'Acta y minuta de reunión II',
      'ESTATUTOS DE ANDES S.A.': 'Estatutos de andes S.A.',
      'Contrato de obra VII': 'Contrato de obra VII',
      'F30-1': 'F30-1',
    };
    for (const [shouted, said] of Object.entries(cases)) expect(toSentenceCase(shouted)).toBe(said);
  });

  it('is one line without blanks, marks and what nobody sees', () => {
    expect(toTitle('  Contrato \r\n de\tobra\u202e \u200b:')).toBe('Contrato de obra');
    expect(toTitle('— **Acta de entrega** —')).toBe('Acta de entrega');
    expect(toTitle('\u2066\u200b\u00a0')).toBeUndefined();
  });

  it('has 5 to 80 characters, cut at the end of a word', () => {
    expect(toTitle('Acta')).toBeUndefined();
    expect(toTitle('Actas')).toBe('Actas');
    const long = toTitle(`${'palabra '.repeat(9)}siete ${'otra '.repeat(100)}`);
    expect(long).toBe(`${'palabra '.repeat(9)}siete`);
    const exact = `${'palabra '.repeat(9)}ochoocho`;
    expect(exact).toHaveLength(TITLE.max);
    expect(toTitle(exact)).toBe(exact);
    expect(toTitle(`${exact} y más`)).toBe(exact);
    expect(toTitle('x'.repeat(200))).toHaveLength(TITLE.max);
    expect(toTitle(`${'x'.repeat(79)}🏗️`)).toBe('x'.repeat(79));
  });

  it.each([
    'Microsoft Word - Contrato final.doc',
    'Documento1',
    'Documento sin título',
    'Document (2)',
    'Libro1',
    'Presentación de PowerPoint',
    'PowerPoint Presentation',
    'untitled',
    'Sin título 3',
    'C:\\Users\\ana\\Desktop\\contrato',
    '/home/ana/contrato',
    'file:///tmp/a',
    'https://intranet.test/acta',
    'contrato final v2.docx',
    'plano.indd',
    '20260312',
    '12-03-2026',
    'Santiago, 12 de marzo de 2026',
    'Scan_20260312',
    'Scan 12032026',
    'SKM_C25826031215070',
    'IMG-20260312-WA0003',
    'acta_reunion_final',
    'd41d8cd98f00b204e9800998ecf8427e',
  ])('is not what a program puts there: %j', (filler) => {
    expect(toTitle(filler)).toBeUndefined();
  });

  it.each([
    'Documento de licitación',
    'Presentación de resultados 2026',
    'Constructora Andes S.A.',
    'Anexo 1.2',
    'Informe 2026',
  ])('may well be %j', (title) => {
    expect(isFiller(title)).toBe(false);
    expect(toTitle(title)).toBe(title);
  });

  // A pattern that tries every way through such a text would not end within the time that a test has.
  it.each(['scan 1-', '- ', 'a_', 'A', '\u200b', '1'])(
    'is made whatever the text is: %j again and again',
    (piece) => {
      expect(toTitle(piece.repeat(1_000_000 / piece.length))?.length ?? 0).toBeLessThanOrEqual(TITLE.max);
    },
  );
});

describe('the first line of a text', () => {
  it('is a heading if nothing is directly below it, or in capitals', () => {
    expect(headingOf('Acta de entrega\n\nEn la obra')).toBe('Acta de entrega');
    expect(headingOf('ACTA DE ENTREGA\nEn la obra')).toBe('ACTA DE ENTREGA');
    expect(headingOf('Acta de entrega')).toBe('Acta de entrega');
    expect(headingOf('Acta de entrega\nEn la obra')).toBeUndefined();
  });
  it('is none if it is a sentence, a salutation, a date or long', () => {
    expect(headingOf('Adjunto va el acta de entrega.\n\nSaludos')).toBeUndefined();
    expect(headingOf('Estimados señores:\n\nAdjunto')).toBeUndefined();
    expect(headingOf('Santiago, 12 de marzo de 2026\n\nSeñores')).toBeUndefined();
    expect(headingOf(`${'palabra '.repeat(30)}\n\nOtra`)).toBeUndefined();
    expect(headingOf('')).toBeUndefined();
  });
});

describe('the beginning of a text', () => {
  it('keeps its lines, and nothing that is not seen', () => {
    expect(tidyText(' uno \t dos\r\n\r\n\r\n\r\n tres\u0000\u202e\fcuatro\ud800 ')).toBe(
      'uno dos\n\ntres\ncuatro',
    );
  });
  it('has a limit, and ends with a whole character', () => {
    expect(tidyText('a'.repeat(5000))).toHaveLength(4000);
    expect(tidyText(`${'a'.repeat(3999)}🏗`)).toBe('a'.repeat(3999));
    expect(tidyText(`${' '.repeat(10_000)}fin`)).toBe('fin');
  });
});
