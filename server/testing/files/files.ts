import { Document, Packer, Paragraph } from 'docx';
import { strToU8, zipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import PptxGenJS from 'pptxgenjs';
import writeXlsxFile from 'write-excel-file/node';
import { Canvas } from '../../demo/documents/build/png.ts';

/* Real files that contain given words, written by other programs than those that read them. */

export async function pdfFile(pages: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  // Fixed dates, so that the same words always give the same bytes.
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of pages) pdf.addPage().drawText(text, { x: 40, y: 700, size: 11, font, maxWidth: 500 });
  return Buffer.from(await pdf.save());
}

export const docxFile = (paragraphs: readonly string[]): Promise<Buffer> =>
  Packer.toBuffer(new Document({ sections: [{ children: paragraphs.map((text) => new Paragraph(text)) }] }));

export const xlsxFile = async (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  writeXlsxFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer();

/** A workbook of these sheets. */
export const workbookOf = async (
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<Buffer> =>
  writeXlsxFile(
    Object.entries(sheets).map(([sheet, rows]) => ({
      sheet,
      data: rows.map((row) => row.map((value) => ({ value }))),
    })),
  ).toBuffer();

export async function pptxFile(slides: readonly string[]): Promise<Buffer> {
  const show = new PptxGenJS();
  for (const text of slides) show.addSlide().addText(text, { x: 1, y: 1, w: 8, h: 1 });
  return (await show.write({ outputType: 'nodebuffer' })) as Buffer;
}

const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns';
/** An OpenDocument file with this body, of the given media type. */
export const odfFile = (
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  more: Record<string, string> = {},
): Buffer =>
  Buffer.from(
    zipSync({
      mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
      'content.xml': strToU8(
        `<office:document-content xmlns:office="${OFFICE}:office:1.0" xmlns:text="${OFFICE}:text:1.0" ` +
          `xmlns:table="${OFFICE}:table:1.0" xmlns:draw="${OFFICE}:drawing:1.0"><office:body>` +
          `<office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      ),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    }),
  );

export const rtfFile = (body: string): Buffer =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\uc1{\\fonttbl{\\f0 Arial;}}{\\*\\generator Nadie;}{\\info{\\title Oculto}}\\pard ${body}\\par}`,
    'latin1',
  );

/** A message with attachments, by name. */
export const mailWith = (text: string, attached: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.from(
    [
      'From: Ana Rojas <ana@obra.test>',
      'Subject: Con adjuntos',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="=-borde"',
      '',
      '--=-borde',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      ...Object.entries(attached).flatMap(([name, bytes]) => [
        '--=-borde',
        `Content-Type: application/octet-stream; name="${name}"`,
        `Content-Disposition: attachment; filename="${name}"`,
        'Content-Transfer-Encoding: base64',
        '',
        bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
      ]),
      '--=-borde--',
    ].join('\r\n'),
  );

export const htmlFile = (body: string, script: string): Buffer =>
  Buffer.from(
    `<!doctype html><meta charset="utf-8"><title>Aviso</title><script>${script}</script><body>${body}`,
  );

export const mailFile = (subject: string, text: string): Buffer =>
  Buffer.from(
    [
      'From: Ana Rojas <ana@obra.test>',
      'To: Luis <luis@obra.test>',
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64'),
    ].join('\r\n'),
  );

/** A PDF that needs a password (RC4, 40 bits), with keys that match no password. */
export const encryptedPdf = (): Buffer => {
  const key = 'ab'.repeat(32);
  const body =
    '%PDF-1.4\n' +
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
    '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n' +
    `3 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >>\nendobj\n`;
  const offsets = [1, 2, 3].map((n) => body.indexOf(`${n} 0 obj`));
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R /Encrypt 3 0 R /ID [<00><00>] >>\n` +
      `startxref\n${body.length}\n%%EOF\n`,
  );
};

/** A Word document from raw XML: its body, and additional or replaced parts. */
export function wordFile(body: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${word}.header+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${space}><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  const encoded = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(encoded)));
}

/** A paragraph whose text is split into runs, as Word does. */
export const wordParagraph = (...runs: readonly string[]): string =>
  `<w:p>${runs.map((text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`;

/** A picture of one colour. @param width, height in pixels */
export const pngFile = (width: number, height: number): Buffer =>
  new Canvas(width, height, [12, 116, 134]).png();
