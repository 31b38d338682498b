import { crc32, deflateRawSync } from 'node:zlib';
import { strToU8 } from 'fflate';

/* Office files, which are ZIPs with XML, that attack their reader. */

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
