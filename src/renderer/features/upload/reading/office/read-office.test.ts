import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { describe, expect, it } from 'vitest';
import {
  docxFile,
  odfFile,
  pptxFile,
  wordFile,
  wordParagraph,
  xlsxFile,
} from '../../../../../../server/testing/files/files.ts';
import { coreProperties, officeZip, slideXml } from '../testing/office-files.ts';
import { readBytes } from '../testing/read-bytes.ts';

const styled = (style: string, text: string): string =>
  wordParagraph(text).replace('<w:p>', `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>`);
const read = (name: string, bytes: Uint8Array) => readBytes(name, bytes);

describe('a text document', () => {
  it('has what is styled as its title, its text and its day', async () => {
    const document = new Document({
      title: 'Otro título',
      sections: [
        {
          children: [
            new Paragraph('Constructora Andes SpA'),
            new Paragraph({ text: 'Antecedentes', heading: HeadingLevel.HEADING_1 }),
            new Paragraph({ text: 'INFORME DE OBRA N° 4', heading: HeadingLevel.TITLE }),
            new Paragraph('Fecha de emisión: 12/03/2026'),
          ],
        },
      ],
    });
    expect(await read('informe.docx', await Packer.toBuffer(document))).toEqual({
      text: 'Constructora Andes SpA\nAntecedentes\nINFORME DE OBRA N° 4\nFecha de emisión: 12/03/2026',
      title: 'Informe de obra N° 4',
      date: '2026-03-12',
    });
  });

  it('has its first heading as its title, by the name of the style', async () => {
    const styles =
      '<w:styles xmlns:w="w"><w:style w:styleId="X1"><w:name w:val="heading 1"/></w:style></w:styles>';
    const body = wordParagraph('Portada') + styled('X1', 'Primero') + styled('X1', 'Segundo');
    expect((await read('a.docx', wordFile(body, { 'word/styles.xml': styles })))?.title).toBe('Primero');
    expect((await read('a.docx', wordFile(wordParagraph('Uno') + styled('Ttulo', 'Bases'))))?.title).toBe(
      'Bases',
    );
  });

  it('has the title of its properties where none is styled, unless a program put it there', async () => {
    const body = wordParagraph('Uno') + wordParagraph('Dos');
    const own = (title: string) =>
      read('a.docx', wordFile(body, { 'docProps/core.xml': coreProperties(title) }));
    expect((await own('Bases de licitación &amp; anexos'))?.title).toBe('Bases de licitación & anexos');
    expect((await own('Microsoft Word - bases.doc'))?.title).toBeUndefined();
    expect((await read('a.docx', await docxFile(['CONTRATO DE TRABAJO', 'En Santiago'])))?.title).toBe(
      'Contrato de trabajo',
    );
  });

  it('shows each text once, without fields and what was deleted', async () => {
    const box = `<w:p><w:r><mc:AlternateContent><mc:Choice>${wordParagraph('Cuadro')}</mc:Choice><mc:Fallback>${wordParagraph('Cuadro')}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const rest =
      '<w:p><w:r><w:instrText>PAGE</w:instrText><w:delText>viejo</w:delText><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>' +
      `<w:tbl><w:tr><w:tc>${wordParagraph('Fecha')}</w:tc><w:tc>${wordParagraph('12/03/2026')}</w:tc></w:tr></w:tbl>`;
    expect(await read('a.docx', wordFile(box + rest))).toEqual({
      text: 'Cuadro\n\na b\nc\nFecha 12/03/2026',
      title: 'Cuadro',
      date: '2026-03-12',
    });
  });
});

describe('a presentation', () => {
  it('has the title of its first slide', async () => {
    const zip = officeZip({
      'ppt/presentation.xml': '<p:presentation/>',
      'ppt/slides/slide1.xml': slideXml(
        ['body', 'Santiago, 12 de marzo de 2026'],
        ['ctrTitle', 'PLAN DE OBRA'],
      ),
      'ppt/slides/slide2.xml': slideXml(['title', 'Segunda']),
      'docProps/core.xml': coreProperties('Presentación de PowerPoint'),
    });
    expect(await read('plan.pptx', zip)).toEqual({
      text: 'Santiago, 12 de marzo de 2026\nPLAN DE OBRA\n\nSegunda',
      title: 'Plan de obra',
      date: '2026-03-12',
    });
  });
  it('without one has the title of its properties, unless a program put it there', async () => {
    expect(await read('plan.pptx', await pptxFile(['Uno', 'Dos']))).toEqual({ text: 'Uno\n\nDos' });
  });
});

describe('a workbook', () => {
  it('has the first row as its title if one text is alone in it', async () => {
    const rows = [['Horas de marzo'], ['Fecha', '12/03/2026'], ['RUT', 'Horas']];
    expect(await read('horas.xlsx', await xlsxFile(rows))).toEqual({
      text: 'Horas de marzo\nFecha 12/03/2026\nRUT Horas',
      title: 'Horas de marzo',
      date: '2026-03-12',
    });
    expect((await read('horas.xlsx', await xlsxFile([['Nombre', 'Horas']])))?.title).toBeUndefined();
  });

  it.each([
    ['', '46093'],
    ['<workbookPr date1904="1"/>', '44631.5'],
  ])('shows days that its cells show: %j', async (properties, number) => {
    const zip = officeZip({
      'xl/workbook.xml': `<workbook>${properties}</workbook>`,
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-340A]dd\\-mm\\-yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><row><c t="str"><v>Fecha</v></c><c s="1"><v>${number}</v></c></row><row><c s="2"><v>${number}</v></c><c><v>${number}</v></c></row></worksheet>`,
    });
    expect(await read('a.xlsx', zip)).toEqual({
      text: `Fecha 2026-03-12\n2026-03-12 ${number}`,
      date: '2026-03-12',
    });
  });
});

describe('an OpenDocument file', () => {
  it('has what is styled as its title', async () => {
    const text =
      '<text:p text:style-name="Standard">Andes</text:p><text:h text:outline-level="1">Antecedentes</text:h>';
    expect((await read('a.odt', odfFile('text', text)))?.title).toBe('Antecedentes');
    const titled = `${text}<text:p text:style-name="Title">BASES<text:s/>DE<text:tab/>OBRA</text:p><text:p>Fecha: 12/03/2026</text:p>`;
    expect(await read('a.odt', odfFile('text', titled))).toEqual({
      text: 'Andes\nAntecedentes\nBASES DE OBRA\nFecha: 12/03/2026',
      title: 'Bases de obra',
      date: '2026-03-12',
    });
  });
  it('has the title of its first slide, or of its properties', async () => {
    const slide = (kind: string, text: string): string =>
      `<draw:page><draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
    const meta = { 'meta.xml': '<m><dc:title>Charla de seguridad</dc:title></m>' };
    const odp = (first: string) =>
      read('a.odp', odfFile('presentation', first + slide('title', 'Segunda'), meta));
    expect((await odp(slide('title', 'Plan de obra')))?.title).toBe('Plan de obra');
    expect((await odp(slide('subtitle', 'Plan de obra')))?.title).toBe('Charla de seguridad');
  });
  it('of cells has no title but that of its properties', async () => {
    const table =
      '<table:table table:name="Hoja de horas"><table:table-row><table:table-cell><text:p>Fecha</text:p></table:table-cell><table:table-cell><text:p>12/03/2026</text:p></table:table-cell></table:table-row></table:table>';
    expect(await read('a.ods', odfFile('spreadsheet', table))).toEqual({
      text: 'Hoja de horas\nFecha 12/03/2026',
      date: '2026-03-12',
    });
  });
});
