import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { pdfFile } from '../../../testing/files/files.ts';
import { brokenJpeg, hugePng } from '../../../testing/files/hostile-files.ts';
import { hostilePdfs } from '../../../testing/files/hostile-pdfs.ts';
import { OCR_LIMITS } from './ocr.ts';
import { findTesseract } from './tesseract.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'legajo-ocr-test-'));
const limits = { ...OCR_LIMITS, pages: 2 };
const ocr = await findTesseract({ log: { info: () => undefined }, dataDir, limits });
afterAll(() => {
  ocr?.close();
  rmSync(dataDir, { recursive: true });
});

/** A sheet of ten metres: in 150 points an inch it would be of 2,400 million pixels. */
async function vastSheet(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([20_000, 28_000]).drawText('Plano general', { x: 1000, y: 20_000, size: 900, font });
  return Buffer.from(await pdf.save());
}

describe.skipIf(ocr === null)('a hostile scan costs itself its words, and nobody else anything', () => {
  const read = async (bytes: Buffer, kind: 'pdf' | 'image') => {
    const extraction = await ocr?.read(bytes, kind);
    if (!extraction) throw new Error('no recognizer');
    return 'none' in extraction
      ? extraction.none
      : `${extraction.pages.map(({ text }) => text.split(/\s/)[0])}${extraction.truncated ? ' (cut)' : ''}`;
  };

  it.each([
    ['a picture of 900 million pixels', 'image', () => hugePng(30_000, 30_000), 'too_large'],
    ['a photograph that says it has four thousand million', 'image', brokenJpeg, 'too_large'],
    ['a picture that is none', 'image', () => Buffer.from('\u0089PNG nada'), 'corrupt'],
    ['a page of two hundred kilometres', 'pdf', hostilePdfs.hugePage, 'empty'],
    ['a sheet of ten metres', 'pdf', vastSheet, 'Plano'],
    ['a hundred thousand pages', 'pdf', () => hostilePdfs.samePage(100_000), 'Hoja,Hoja (cut)'],
    ['ten thousand drawings within each other', 'pdf', () => hostilePdfs.nestedDrawings(10_000), 'Anidado'],
    ['a drawing that draws itself', 'pdf', hostilePdfs.selfDrawing, 'Recursivo'],
    ['pages that are their own branch', 'pdf', hostilePdfs.loopingPages, 'empty'],
  ] as const)('%s (%s)', async (_what, kind, make, outcome) => {
    expect(await read(await make(), kind)).toBe(outcome);
  });

  it('and the next one is read', async () => {
    expect(await read(await pdfFile(['Certificado municipal']), 'pdf')).toBe('Certificado');
  });
});
