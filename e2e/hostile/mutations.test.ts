import { afterAll, describe, expect, it } from 'vitest';
import { EXTRACT_LIMITS, type TextKind } from '../../server/platform/text/extract/extraction.ts';
import { createExtractor } from '../../server/platform/text/extract/extractor.ts';
import {
  docxFile,
  htmlFile,
  mailFile,
  odfFile,
  pdfFile,
  pptxFile,
  rtfFile,
  xlsxFile,
} from '../../server/testing/files/files.ts';
import { hostilePdfs } from '../../server/testing/files/hostile-pdfs.ts';
import { outlookItem } from '../../server/testing/files/outlook.ts';
import { readMail } from '../../src/renderer/features/records/preview/office/mail.ts';
import { OFFICE_LIMITS } from '../../src/renderer/features/records/preview/office/messages.ts';
import { readSheet } from '../../src/renderer/features/records/preview/office/sheets.ts';
import { readPresentation } from '../../src/renderer/features/records/preview/office/slides.ts';
import { readWord } from '../../src/renderer/features/records/preview/office/word.ts';
import { readOdfWords, readRtfWords } from '../../src/renderer/features/records/preview/office/words.ts';
import { OfficeError, ZipEntries } from '../../src/shared/office/zip.ts';
import { mutate, mutatePart, seeded } from './mutate.ts';

/** Mutations of each document; a manual run can use more. */
const RUNS = Number(process.env.MUTATIONS ?? 120);

const zip = (bytes: Uint8Array): ZipEntries => new ZipEntries(bytes, OFFICE_LIMITS);
const rows = Array.from({ length: 30 }, (_, at) => [`Partida ${at}`, 'm³', String(at * 1000)]);

/** Real documents with the page's readers. A PDF is read by pdf.js, in the page and here. */
const DOCUMENTS: readonly {
  readonly kind: TextKind;
  readonly seed: number;
  readonly bytes: Buffer;
  readonly preview?: (bytes: Uint8Array) => unknown;
}[] = [
  {
    seed: 1,
    kind: 'docx',
    bytes: await docxFile(['Primera', 'Señalética '.repeat(50)]),
    preview: (bytes) => readWord(zip(bytes)),
  },
  { seed: 2, kind: 'xlsx', bytes: await xlsxFile(rows), preview: (bytes) => readSheet(zip(bytes), 0) },
  {
    seed: 3,
    kind: 'pptx',
    bytes: await pptxFile(['Uno', 'Dos']),
    preview: (bytes) => readPresentation(zip(bytes)),
  },
  // With this seed pdf.js leaves an unhandled rejection.
  { seed: 8, kind: 'pdf', bytes: await pdfFile(['Una hoja', 'Otra']) },
  { seed: 5, kind: 'pdf', bytes: hostilePdfs.actions() },
  { seed: 6, kind: 'pdf', bytes: hostilePdfs.selfDrawing() },
  {
    seed: 9,
    kind: 'odf',
    bytes: odfFile('text', '<text:h>Acta</text:h><text:p>Uno<text:s text:c="3"/>dos</text:p>'),
    preview: (bytes) => readOdfWords(zip(bytes)),
  },
  {
    seed: 10,
    kind: 'rtf',
    bytes: rtfFile("Se\\'f1al {\\b uno} \\u8364? dos\\bin3 xyz {\\*\\nada {tres}}"),
    preview: readRtfWords,
  },
  { seed: 7, kind: 'mail', bytes: mailFile('Citación', 'Visita de la mutualidad'), preview: readMail },
  {
    seed: 11,
    kind: 'mail',
    bytes: outlookItem({
      ...{ subject: 'Citación', from: { name: 'Ana', address: 'ana@obra.test' }, text: 'El lunes' },
      ...{ html: '<p>El <b>lunes</b></p>', attached: { 'bases.pdf': await pdfFile(['Cláusula']) } },
    }),
    preview: readMail,
  },
  { seed: 4, kind: 'html', bytes: htmlFile('<table><tr><td>Uno<td>Dos</table><p>Fin', 'var x = 1') },
];

const extractor = createExtractor();
afterAll(() => extractor.close());

describe('documents with bytes changed at random are read or refused', () => {
  it.each(DOCUMENTS)('$kind', async ({ kind, bytes, preview, seed }) => {
    const random = seeded(seed);
    const office = ['docx', 'xlsx', 'pptx', 'odf'].includes(kind);
    for (let run = 0; run < RUNS; run += 1) {
      const changed = office && run % 2 === 1 ? mutatePart(bytes, random) : mutate(bytes, random);
      const extraction = await extractor.extract(changed, kind);
      // The process must never die, hang or exhaust memory. `run` and the seed reproduce the file.
      if ('none' in extraction)
        expect(['corrupt', 'empty', 'encrypted', 'too_large'], `${run}`).toContain(extraction.none);
      else {
        const characters = extraction.pages.reduce((sum, { text }) => sum + text.length, 0);
        expect(characters, `${run}`).toBeLessThanOrEqual(EXTRACT_LIMITS.characters);
      }
      try {
        await preview?.(changed);
      } catch (error) {
        expect(error, `${run}`).toBeInstanceOf(OfficeError);
      }
    }
  });
});
