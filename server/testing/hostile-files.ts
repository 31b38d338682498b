import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { strToU8 } from 'fflate';

/* Files that attack their reader: too large, too deep, endless, with false sizes, or broken. */

type Entries = Record<string, Uint8Array>;

/** Uses Node's zlib: a JavaScript library takes seconds to compress what a bomb contains. */
function zipOf(entries: Entries): Buffer {
  const packed = new Map<Uint8Array, { data: Buffer; crc: number }>();
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(entries)) {
    const { data, crc } = packed.get(bytes) ?? {
      data: deflateRawSync(bytes, { level: 1 }),
      crc: crc32(bytes),
    };
    packed.set(bytes, { data, crc });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name));
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data);
    offset += 30 + Buffer.byteLength(name) + data.length;
  }
  const listed = Buffer.concat(directory);
  const count = Object.keys(entries).length;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const docxBody = (inner: string, prolog = ''): Uint8Array =>
  strToU8(`<?xml version="1.0"?>${prolog}<w:document xmlns:w="${W}"><w:body>${inner}</w:body></w:document>`);
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** An encrypted Office file, which is a compound file instead of a ZIP, whatever the program. */
export const encryptedOffice = (): Buffer => Buffer.from('d0cf11e0a1b11ae1'.repeat(200), 'hex');

export const zipBombs = {
  /** One part that unpacks to this many zero bytes. */
  oneEntry: (bytes: number): Buffer => zipOf({ 'word/document.xml': new Uint8Array(bytes).fill(32) }),

  /** Parts that are each within the limits, but not together. */
  manyParts(each: number, count: number): Buffer {
    const part = new Uint8Array(each).fill(32);
    const entries: Entries = { 'word/document.xml': docxBody(paragraph('Portada')) };
    for (let at = 1; at <= count; at += 1) entries[`word/header${at}.xml`] = part;
    return zipOf(entries);
  },

  /** Nested ZIPs, a terabyte in total. A reader that does not open nested ZIPs finds a document. */
  nested(): Buffer {
    let inner: Uint8Array = zipOf({ 'ceros.bin': new Uint8Array(16 * 1024 ** 2) });
    for (let level = 0; level < 4; level += 1)
      inner = zipOf(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`${level}-${at}.zip`, inner])));
    return zipOf({ 'word/document.xml': docxBody(paragraph('Anidado')), 'word/inner.zip': inner });
  },

  /** Its directory and headers claim this many bytes for a part, which is false. */
  lying(really: number, claimed: number): Buffer {
    const bytes = zipOf({ 'word/document.xml': new Uint8Array(really).fill(32) });
    bytes.writeUInt32LE(claimed, 22);
    const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bytes.writeUInt32LE(claimed, directory + 24);
    return bytes;
  },

  /** More entries than any program writes. */
  manyEntries: (count: number): Buffer =>
    zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`e${at}`, new Uint8Array()]))),
};

/** A sheet with this many rows. All cells may share one text of that many characters. */
export function longXlsx(rows: number, shared = 0): Buffer {
  const row = shared > 0 ? '<row><c t="s"><v>0</v></c></row>' : '<row><c><v>12345</v></c></row>';
  return zipOf({
    ...workbookParts,
    'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'palabra '.repeat(shared / 8)}</t></si></sst>`),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${row.repeat(rows)}</sheetData></worksheet>`),
  });
}

/** One row with this many cells that all show one long text. */
export const wideXlsx = (cells: number): Buffer =>
  zipOf({
    ...workbookParts,
    'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'palabra '.repeat(4000)}</t></si></sst>`),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData><row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row></sheetData></worksheet>`,
    ),
  });

/** A single cell in the last possible row and column: a reader that allocates the whole table runs out of memory. */
export const cornerXlsx = (): Buffer =>
  zipOf({
    ...workbookParts,
    'xl/worksheets/sheet1.xml': strToU8(
      '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
    ),
  });

const workbookParts: Entries = {
  '[Content_Types].xml': strToU8('<Types/>'),
  'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Datos" r:id="r1"/></sheets></workbook>'),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
};

export const xmlAttacks = {
  /** An XML entity that expands to a billion copies. */
  entities(): Buffer {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY r${at + 1} "${`&r${at};`.repeat(10)}">`,
    ).join('');
    const prolog = `<!DOCTYPE d [<!ENTITY r0 "risa">${levels}]>`;
    return zipOf({ 'word/document.xml': docxBody(paragraph('Antes &r9; después'), prolog) });
  },
  /** External entities that refer to a file of the server, and to a URL. */
  external(): Buffer {
    const prolog =
      '<!DOCTYPE d [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY % far SYSTEM "http://127.0.0.1:9/x.dtd"> %far;]>';
    return zipOf({ 'word/document.xml': docxBody(paragraph('Antes &file; después'), prolog) });
  },
  /** Endlessly nested elements. */
  deep: (depth: number): Buffer =>
    zipOf({ 'word/document.xml': docxBody(`${'<w:sdt>'.repeat(depth)}${paragraph('Hondo')}`) }),
  /** More words than are stored, in one paragraph or in many. */
  long: (paragraphs: number, words: number): Buffer =>
    zipOf({ 'word/document.xml': docxBody(paragraph('palabra '.repeat(words)).repeat(paragraphs)) }),
};

/** A PDF from its objects, numbered from 1, as text; assembled without any checks. */
export function rawPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const stream = (content: Buffer | string, entries = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${Buffer.byteLength(content)} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ]);
const says = (text: string, more = ''): Buffer => stream(`BT /F1 12 Tf 40 700 Td (${text}) Tj ET ${more}`);
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 595 842]';

export const hostilePdfs = {
  /** Pages that all show one text. */
  pages: (count: number): Buffer =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, at) => `${at + 5} 0 R`).join(' ')}] >>`,
      FONT,
      says('Hoja repetida'),
      ...Array.from({ length: count }, () => `${PAGE} /Contents 4 0 R >>`),
    ]),

  /** The same page many times; poppler accepts the count only with that many objects. */
  samePage: (count: number): Buffer =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${count} /Kids [${'5 0 R '.repeat(count)}] >>`,
      FONT,
      says('Hoja repetida'),
      `${PAGE} /Contents 4 0 R >>`,
      ...Array.from({ length: count }, () => '0'),
    ]),

  /** Nested drawings, this deep. */
  nestedDrawings: (depth: number): Buffer => {
    const resources = (next: number): string =>
      `/Resources << /Font << /F1 3 0 R >> /XObject << /X ${next} 0 R >> >>`;
    return rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [5 0 R] >>',
      FONT,
      says('Anidado', '/X Do'),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${resources(6)} >>`,
      ...Array.from({ length: depth }, (_, at) =>
        stream(
          '/X Do',
          `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources(at + 1 < depth ? at + 7 : 6)}`,
        ),
      ),
    ]);
  },

  /** Actions that run when the file or a page is opened. */
  actions: (): Buffer =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\); this.exportDataObject\\(\\)) >> /AA << /WC 6 0 R >> >>',
      '<< /Type /Pages /Count 1 /Kids [5 0 R] >>',
      FONT,
      says('Con acciones'),
      `${PAGE} /Contents 4 0 R /AA << /O 6 0 R >> /Annots [7 0 R] >>`,
      '<< /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) /P (/c calc) >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (javascript:top.hacked=1) >> >>',
    ]),

  /** A page 200 kilometres wide. */
  hugePage: (): Buffer =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [5 0 R] >>',
      FONT,
      says('Plano gigante'),
      `${PAGE} /Contents 4 0 R /UserUnit 1000 >>`.replace('595 842', '566929133 566929133'),
    ]),

  /** A drawing that contains itself twice. */
  selfDrawing: (): Buffer =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [5 0 R] >>',
      FONT,
      says('Recursivo', '/X Do'),
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /X 6 0 R >> >> /Contents 4 0 R >>',
      stream(
        'BT /F1 9 Tf 40 600 Td (vuelta) Tj ET /X Do /X Do',
        '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /X 6 0 R >> >>',
      ),
    ]),

  /** A page tree that contains itself, and claims a billion pages. */
  loopingPages: (): Buffer =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1000000000 /Kids [2 0 R 5 0 R] >>',
      FONT,
      says('Una'),
      `${PAGE} /Contents 4 0 R >>`,
    ]),

  /** A stream that unpacks to this many bytes. */
  bomb: (bytes: number): Buffer =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [5 0 R] >>',
      FONT,
      stream(deflateSync(Buffer.alloc(bytes, ' ')), '/Filter /FlateDecode'),
      `${PAGE} /Contents 4 0 R >>`,
    ]),
};

/** A message with nested parts. */
export function nestedMail(depth: number): Buffer {
  const head = (at: number): string => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`;
  const opened = Array.from({ length: depth }, (_, at) => head(at)).join('');
  const closed = Array.from({ length: depth }, (_, at) => `\r\n--b${depth - 1 - at}--`).join('');
  return Buffer.from(
    `From: a@obra.test\r\nSubject: Anidado\r\n${opened}Content-Type: text/plain\r\n\r\nEn el fondo${closed}\r\n`,
  );
}

/** A message with this many small attachments. */
export const crowdedMail = (count: number): Buffer =>
  Buffer.from(
    `From: a@obra.test\r\nSubject: Repleto\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nVan adjuntos\r\n${Array.from(
      { length: count },
      (_, at) =>
        `--x\r\nContent-Type: text/plain; name="a${at}.txt"\r\nContent-Disposition: attachment; filename="a${at}.txt"\r\n\r\nadjunto ${at}\r\n`,
    ).join('')}--x--\r\n`,
  );

/** A picture of one colour that is a small file with this many pixels. */
export function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A photograph that ends after its header. */
export const brokenJpeg = (): Buffer =>
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101', 'hex');

/**
 * The harmless EICAR text that virus scanners detect. It is assembled here, because otherwise they would remove this
 * source file.
 */
export const eicar = (): Buffer =>
  Buffer.from(
    ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!$H+H*'].join('-'),
  );

/** File names in many scripts, and with confusing characters. */
export const FILE_NAMES = {
  arabic: 'تقرير الموقع.pdf',
  hebrew: 'דוח 2026.pdf',
  chinese: '施工計画書.pdf',
  thai: 'รายงานน้ำ.pdf',
  devanagari: 'रिपोर्ट.pdf',
  emoji: 'Obra 👷🏽‍♀️👨‍👩‍👧‍👦.pdf',
  stacked: `Z̴̡̛͎̗̱ a${'\u0301'.repeat(20)}lgo.pdf`,
  turned: 'factura\u202efdp.exe.pdf',
  composed: 'Señalización.pdf'.normalize('NFC'),
  decomposed: 'Señalización.pdf'.normalize('NFD'),
  dots: 'informe final . .',
  reserved: 'CON.txt',
  device: 'aux.h.pdf',
  longest: `${'ñ'.repeat(125)}a.pdf`,
  quotes: `a"b'c;d%0d%0ae.pdf`,
  markup: '<img src=x onerror=alert(1)>.pdf',
} as const;
