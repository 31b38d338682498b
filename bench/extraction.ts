import { readFileSync } from 'node:fs';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { unzipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PptxGenJS from 'pptxgenjs';
import writeXlsxFile from 'write-excel-file/node';
import type { TextKind } from '../server/platform/text/extract/extraction.ts';
import { createExtractor } from '../server/platform/text/extract/extractor.ts';
import { sha256Of } from '../server/testing/documents.ts';
import { heading, median, table, timed } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * Extracts the words of office documents of usual sizes in the real process, one after the other, on one core. The
 * baseline is the cheapest part: unpacking the same files, or opening a PDF.
 */

const { runs } = readOptions();
/** Different documents of each kind, so that none is read twice in a row. */
const VARIANTS = 6;
/** Clock ticks of /proc, per second. */
const TICKS = 100;

const WORDS =
  `obra contrato hormigón faena garantía planilla inspección seguridad prevención cuadrilla moldaje andamio plano
  aprobación mandante contratista certificado ensayo probeta losa muro excavación talud drenaje instalación sanitaria
  eléctrica calidad registro entrega recepción informe mensual avance partida presupuesto estado pago multa plazo`.split(
    /\s+/,
  );

/** A sentence that depends only on its position. */
const sentence = (at: number, words: number): string =>
  Array.from({ length: words }, (_, n) => WORDS[(at * 31 + n * 17 + ((at * n) % 7)) % WORDS.length]).join(
    ' ',
  );

/** Some twelve pages with headings and two tables. */
function docx(seed: number): Promise<Buffer> {
  const cell = (at: number) => new TableCell({ children: [new Paragraph(sentence(seed + at, 4))] });
  const grid = (at: number) =>
    new Table({
      rows: Array.from(
        { length: 20 },
        (_, row) => new TableRow({ children: [0, 1, 2, 3].map((column) => cell(at + row * 4 + column)) }),
      ),
    });
  const text = Array.from({ length: 140 }, (_, at) =>
    at % 10 === 0
      ? new Paragraph({ text: sentence(seed + at, 5), heading: HeadingLevel.HEADING_2 })
      : new Paragraph(sentence(seed * 1000 + at, 40)),
  );
  return Packer.toBuffer(new Document({ sections: [{ children: [...text, grid(1), grid(500)] }] }));
}

/** Two thousand rows of a price list. */
const xlsx = (seed: number): Promise<Buffer> =>
  writeXlsxFile(
    Array.from({ length: 2000 }, (_, row) => [
      { value: `${seed}.${row}` },
      { value: sentence(seed * 7 + row, 5) },
      { value: WORDS[row % WORDS.length] ?? '' },
      ...[1, 2, 3, 4, 5].map((column) => ({ value: row * column * 1.19 })),
    ]),
  ).toBuffer();

/** Twenty-five slides with a title, bullets and notes. */
async function pptx(seed: number): Promise<Buffer> {
  const show = new PptxGenJS();
  for (let at = 0; at < 25; at += 1) {
    const slide = show.addSlide();
    slide.addText(sentence(seed + at, 4), { x: 0.5, y: 0.3, w: 9, h: 1 });
    slide.addText(
      Array.from({ length: 6 }, (_, line) => ({
        text: sentence(seed * 100 + at * 6 + line, 10),
        options: { bullet: true, breakLine: true },
      })),
      { x: 0.5, y: 1.5, w: 9, h: 3.5 },
    );
    slide.addNotes(sentence(seed * 50 + at, 30));
  }
  return (await show.write({ outputType: 'nodebuffer' })) as Buffer;
}

/** Twelve full pages. */
async function pdf(seed: number): Promise<Buffer> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  for (let at = 0; at < 12; at += 1) {
    const page = made.addPage();
    for (let line = 0; line < 44; line += 1)
      page.drawText(sentence(seed * 999 + at * 44 + line, 12), { x: 40, y: 800 - line * 17, size: 10, font });
  }
  return Buffer.from(await made.save());
}

const unpack = async (bytes: Buffer): Promise<unknown> => unzipSync(bytes);
async function open(bytes: Buffer): Promise<void> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  await task.promise;
  await task.destroy();
}

const KINDS: readonly [
  kind: TextKind,
  make: (seed: number) => Promise<Buffer>,
  least: (bytes: Buffer) => Promise<unknown>,
  called: string,
][] = [
  ['docx', docx, unpack, 'unpacked'],
  ['xlsx', xlsx, unpack, 'unpacked'],
  ['pptx', pptx, unpack, 'unpacked'],
  ['pdf', pdf, open, 'opened'],
];

/** CPU seconds of this process's children; only on Linux. */
function childSeconds(): number {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ');
    return children
      .map((pid) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [])
      .reduce((sum, stat) => sum + (Number(stat[11]) + Number(stat[12])) / TICKS, 0);
  } catch {
    return Number.NaN;
  }
}

heading(`Words of office documents, ${runs} of each kind through one process`);
const extractor = createExtractor();
const rows: string[][] = [];
const totals = { documents: 0, seconds: 0, processor: 0 };
try {
  for (const [kind, make, least, called] of KINDS) {
    const files: Buffer[] = [];
    for (let seed = 1; seed <= VARIANTS; seed += 1) files.push(await make(seed));
    if (new Set(files.map(sha256Of)).size !== VARIANTS) throw new Error('the files are all one');
    const file = (at: number): Buffer => files[at % VARIANTS] ?? Buffer.alloc(0);
    let characters = 0;
    // A warm-up: the process is running and its code is compiled.
    for (let at = 0; at < VARIANTS; at += 1) {
      const read = await extractor.extract(file(at), kind);
      if ('none' in read) throw new Error(`${kind}: ${read.none}`);
      characters += read.pages.reduce((sum, { text }) => sum + text.length, 0) / VARIANTS;
    }
    const before = childSeconds();
    const wall = await timed(async () => {
      for (let at = 0; at < runs; at += 1) await extractor.extract(file(at), kind);
    });
    const processor = childSeconds() - before;
    const alone: number[] = [];
    for (let at = 0; at < runs; at += 1) alone.push(await timed(() => least(file(at))));
    const size = files.reduce((sum, { length }) => sum + length, 0) / VARIANTS;
    totals.documents += runs;
    totals.seconds += wall / 1000;
    totals.processor += processor;
    rows.push([
      `${kind}, ${(size / 1000).toFixed(0)} kB, ${Math.round(characters / 1000)} thousand characters`,
      ((runs / wall) * 1000).toFixed(0),
      (runs / processor).toFixed(0),
      (wall / runs).toFixed(1),
      `${called} ${median(alone).toFixed(1)}`,
    ]);
  }
  rows.push([
    'all of them',
    (totals.documents / totals.seconds).toFixed(0),
    (totals.documents / totals.processor).toFixed(0),
    ((totals.seconds * 1000) / totals.documents).toFixed(1),
    '',
  ]);
} finally {
  await extractor.close();
}
table(['', 'documents/s', 'documents/s of processor', 'ms each', 'ms, beside'], rows);
