import { zipSync } from 'fflate';
import type { Random } from './random.ts';

/** Contents that no two writers share: each begins with random bytes. */

export const KINDS = ['txt', 'csv', 'pdf', 'zip', 'docx', 'jpg'] as const;
export type Kind = (typeof KINDS)[number];

/** A complete file of this kind with about this many bytes. */
export function contentOf(random: Random, kind: Kind, size: number): Buffer {
  const tag = random.bytes(12).toString('hex');
  switch (kind) {
    case 'txt':
    case 'csv':
      return text(random, tag, size);
    case 'pdf':
      return pdf(random, tag, Math.max(1, Math.round(size / 2000)));
    case 'zip':
      return Buffer.from(
        zipSync({ 'uno.bin': random.bytes(size), 'tag.txt': Buffer.from(tag) }, { level: 0 }),
      );
    case 'docx':
      return Buffer.from(
        zipSync(
          {
            '[Content_Types].xml': Buffer.from('<?xml version="1.0"?><Types/>'),
            'word/document.xml': Buffer.from(`<w:document>${tag}</w:document>`),
            'word/media/foto.bin': random.bytes(size),
          },
          { level: 0 },
        ),
      );
    case 'jpg':
      // Cameras append to JPEG files, so their end is not checked.
      return Buffer.concat([Buffer.from(`\xff\xd8\xff\xe1${tag}`, 'latin1'), random.bytes(size)]);
  }
}

function text(random: Random, tag: string, size: number): Buffer {
  const lines = [`acta;${tag}`];
  for (let length = 0; length < size; length += 60)
    lines.push(`${lines.length};${random.bytes(24).toString('hex')};obra`);
  return Buffer.from(`${lines.join('\n')}\n`);
}

const pdfEnd = (pages: number): Buffer =>
  Buffer.from(`xref\n0 1\ntrailer\n<< /Size ${pages + 1} >>\nstartxref\n9\n%%EOF\n`);

function pdf(random: Random, tag: string, pages: number): Buffer {
  const parts: Buffer[] = [Buffer.from(`%PDF-1.7\n% ${tag}\n`)];
  for (let page = 1; page <= pages; page += 1)
    parts.push(
      Buffer.from(`${page} 0 obj\nstream\n`),
      random.bytes(2000),
      Buffer.from('\nendstream\nendobj\n'),
    );
  return Buffer.concat([...parts, pdfEnd(pages)]);
}

/** A page that a scanner appends to a complete PDF, with a new end. */
export function pdfPage(random: Random): Buffer {
  return Buffer.concat([
    Buffer.from('\n99 0 obj\nstream\n'),
    random.bytes(8000),
    Buffer.from('\nendstream\nendobj\n'),
    pdfEnd(99),
  ]);
}

/** Splits it into this many pieces of about the same length. */
export function piecesOf(bytes: Buffer, count: number): Buffer[] {
  const length = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  ).filter((piece) => piece.length > 0);
}
