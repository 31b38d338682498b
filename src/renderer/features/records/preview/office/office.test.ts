import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ZipEntries } from '#shared/office/zip.ts';
import { formatCell, formatOf } from './cell-format.ts';
import { readMail } from './mail.ts';
import { OFFICE_LIMITS } from './messages.ts';
import { readSheet, SHEET_COLUMNS, SHEET_ROWS } from './sheets.ts';
import { readPresentation } from './slides.ts';
import { readTracked } from './tracked.ts';
import { cutBody, readWord } from './word.ts';

const zipOf = (files: Record<string, string>): ZipEntries =>
  new ZipEntries(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
    OFFICE_LIMITS,
  );
const relation = (id: string, type: string, target: string, extra = ''): string =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}" ${extra}/>`;

describe('a text document', () => {
  it('leaves behind what acts or lies elsewhere', () => {
    const { bytes, cut } = readWord(
      zipOf({
        '[Content_Types].xml': '<Types/>',
        'word/document.xml': '<w:document><w:body><w:p/></w:body></w:document>',
        'word/_rels/document.xml.rels': `<R>${relation('a', 'aFChunk', 'evil.html')}${relation(
          'b',
          'image',
          'http://elsewhere.test/1.png',
          'TargetMode="External"',
        )}${relation('c', 'image', 'media/1.png')}</R>`,
        'word/evil.html': '<script>alert(1)</script>',
        'word/vbaProject.bin': 'macro',
        'word/embeddings/oleObject1.bin': 'x',
        'word/media/1.png': 'png',
        'word/media/1.svg': '<svg onload="alert(1)"/>',
      }),
    );
    const files = unzipSync(bytes);
    expect(Object.keys(files).sort()).toEqual([
      '[Content_Types].xml',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/media/1.png',
    ]);
    const rels = strFromU8(files['word/_rels/document.xml.rels'] ?? new Uint8Array());
    expect(rels).toContain('media/1.png');
    expect(rels).not.toMatch(/evil|elsewhere/);
    expect(cut).toBe(false);
  });

  it('ends, where it is long, with a whole paragraph or table of its body', () => {
    const xml = `<w:document><w:body>${'<w:p><w:r><w:t>uno</w:t></w:r></w:p>'.repeat(10)}<w:sectPr/></w:body></w:document>`;
    const short = cutBody(xml, 12);
    expect(short.cut).toBe(true);
    expect(short.xml).toMatch(
      /^<w:document><w:body>(<w:p><w:r><w:t>uno<\/w:t><\/w:r><\/w:p>){4}<\/w:body><\/w:document>$/,
    );
    expect(cutBody(xml, 1000)).toEqual({ xml, cut: false });
  });
});

it('a text document with changes that nobody accepted is known by them', () => {
  const trackedIn = (body: string): boolean =>
    readTracked(zipOf({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` })).tracked;
  const run = '<w:r><w:t>insertado</w:t></w:r>';
  expect(trackedIn(`<w:p>${run}<w:instrText>PAGE</w:instrText></w:p>`)).toBe(false);
  expect(trackedIn(`<w:p><w:ins w:id="1">${run}</w:ins></w:p>`)).toBe(true);
  expect(trackedIn('<w:p><w:del w:id="1"><w:r><w:delText>fuera</w:delText></w:r></w:del></w:p>')).toBe(true);
  expect(() => readTracked(zipOf({}))).toThrow('corrupt');
});

describe('a workbook', () => {
  const book = (sheet: string, more: Record<string, string> = {}): ZipEntries =>
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="Obra" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<R>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}</R>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
      ...more,
    });

  it('shows its cells as they are meant', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs></styleSheet>';
    const model = readSheet(
      book(
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" s="1"><v>46023</v></c><c r="D3" s="2"><v>1234567</v></c>' +
          '<c r="E3" s="3"><v>0.5</v></c><c r="F3" t="b"><v>1</v></c><c r="G3" t="inlineStr"><is><t>texto</t></is></c></row>',
        { 'xl/sharedStrings.xml': '<sst><si><t>Ñandú</t></si></sst>', 'xl/styles.xml': styles },
      ),
      0,
    );
    expect(model.names).toEqual(['Obra']);
    expect(model.rows[0]?.number).toBe(3);
    expect(model.rows[0]?.cells.map(({ column, text }) => [column, text])).toEqual([
      [0, 'Ñandú'],
      [2, '01-01-2026'],
      [3, '$ 1.234.567'],
      [4, '50 %'],
      [5, 'VERDADERO'],
      [6, 'texto'],
    ]);
  });

  it('is cut in rows and columns, and says so', () => {
    const rows = Array.from(
      { length: SHEET_ROWS + 5 },
      (_, at) => `<row r="${at + 1}"><c><v>1</v></c></row>`,
    );
    const long = readSheet(book(rows.join('')), 0);
    expect(long.rows).toHaveLength(SHEET_ROWS);
    expect(long.cutRows).toBe(true);
    const wide = readSheet(book(`<row r="1">${'<c><v>1</v></c>'.repeat(SHEET_COLUMNS + 1)}</row>`), 0);
    expect(wide.columns).toBe(SHEET_COLUMNS);
    expect(wide.cutColumns).toBe(true);
  });

  it('counts the cells that it does not have whole', () => {
    const limits = { rows: 9, cells: 99, cellCharacters: 4, sharedStrings: 1 };
    const cells =
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1</f><v>cinco</v></c>' +
      '<c r="D1"><f>A1+B1</f><v>1</v></c><c r="E1"><v>1234</v></c>';
    const { rows, cutCells } = readSheet(
      book(`<row r="1">${cells}</row>`, {
        'xl/sharedStrings.xml': '<sst><si><t>cuatro</t></si><si><t>b</t></si></sst>',
      }),
      0,
      limits,
    );
    expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['cuat', '…', 'cinc', '1', '1234']);
    expect(cutCells).toBe(4);
  });

  it('is no empty sheet where its part is missing', () => {
    const zip = zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="Obra" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<R>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}</R>`,
    });
    expect(() => readSheet(zip, 0)).toThrow('corrupt');
  });

  it('knows dates from numbers by their format', () => {
    expect(formatOf(0, 'dd/mm/yyyy')).toEqual({ kind: 'date' });
    expect(formatOf(0, '[$-340A]d "de" mmmm "de" yyyy;@')).toEqual({ kind: 'date' });
    expect(formatOf(0, 'h:mm')).toEqual({ kind: 'time' });
    expect(formatOf(0, 'yyyy-mm-dd hh:mm:ss')).toEqual({ kind: 'moment' });
    expect(formatOf(0, '0.00%')).toMatchObject({ kind: 'percent', decimals: 2 });
    expect(formatOf(0, '#,##0.0 "m³"')).toMatchObject({ kind: 'number', decimals: 1, grouped: true });
    expect(formatCell(1.1 + 2.2, { kind: 'general' })).toBe('3,3');
    expect(formatCell(1, { kind: 'date' })).toBe('01-01-1900');
    expect(formatCell(61, { kind: 'date' })).toBe('01-03-1900');
    expect(formatCell(46023.5, { kind: 'moment' })).toBe('01-01-2026 12:00');
    expect(formatCell(0, { kind: 'date' }, true)).toBe('01-01-1904');
  });
});

describe('a presentation', () => {
  it('has its words and pictures where they stand, also by what its layout says', () => {
    const shape = (ph: string, xfrm: string, text: string): string =>
      `<p:sp><p:nvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr>${xfrm}</p:spPr><p:txBody><a:p><a:r><a:rPr sz="2400" b="1"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const place = (x: number, y: number): string =>
      `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="500" cy="100"/></a:xfrm>`;
    const tree = (inner: string): string => `<p:sld><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`;
    const show = readPresentation(
      zipOf({
        'ppt/presentation.xml':
          '<p><p:sldIdLst><p:sldId r:id="s1"/></p:sldIdLst><p:sldSz cx="1000" cy="500"/></p>',
        'ppt/_rels/presentation.xml.rels': `<R>${relation('s1', 'slide', 'slides/slide1.xml')}</R>`,
        'ppt/slides/slide1.xml': tree(
          shape('<p:ph type="title"/>', '', 'Título') +
            shape('', place(100, 250), 'Texto') +
            '<p:pic><p:blipFill><a:blip r:embed="i1"/></p:blipFill></p:pic>',
        ),
        'ppt/slides/_rels/slide1.xml.rels': `<R>${relation('l1', 'slideLayout', '../slideLayouts/l.xml')}${relation('i1', 'image', '../media/a.png')}</R>`,
        'ppt/slideLayouts/l.xml': tree(shape('<p:ph type="title"/>', place(200, 50), '')),
        'ppt/media/a.png': 'png',
      }),
    );
    const [title, text, picture] = show.slides[0]?.items ?? [];
    expect(title).toMatchObject({ kind: 'text', title: true, box: { x: 20, y: 10, w: 50, h: 20 } });
    expect(text).toMatchObject({
      box: { x: 10, y: 50 },
      paragraphs: [{ runs: [{ text: 'Texto', size: 24, bold: true }] }],
    });
    expect(picture).toMatchObject({ kind: 'picture' });
  });
});

describe('a message', () => {
  it('has its head, both its bodies, and attachments that are bytes', async () => {
    const mail = await readMail(
      strToU8(
        [
          'From: Ana Rojas <ana@obra.test>',
          'To: luis@obra.test',
          'Subject: =?utf-8?Q?Citaci=C3=B3n?=',
          'Date: Tue, 10 Nov 2026 09:00:00 -0300',
          'Content-Type: multipart/related; boundary=x',
          '',
          '--x',
          'Content-Type: text/html; charset=utf-8',
          '',
          '<p>Hola</p><img src="cid:foto@obra">',
          '--x',
          'Content-Type: image/png; name=foto.png',
          'Content-ID: <foto@obra>',
          'Content-Transfer-Encoding: base64',
          '',
          'iVBORw0KGgo=',
          '--x--',
        ].join('\r\n'),
      ),
    );
    expect(mail).toMatchObject({
      subject: 'Citación',
      from: 'Ana Rojas <ana@obra.test>',
      to: 'luis@obra.test',
      date: '2026-11-10T12:00:00.000Z',
    });
    expect(mail.html).toContain('src="data:image/png;base64,iVBORw0KGgo="');
    expect(mail.attachments[0]?.content.type).toBe('application/octet-stream');
  });
});
