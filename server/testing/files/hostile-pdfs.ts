import { deflateSync } from 'node:zlib';

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
