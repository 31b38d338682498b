import { afterAll, describe, expect, it } from 'vitest';
import { docxFile, encryptedPdf, pdfFile, pptxFile, xlsxFile } from '../../../testing/files/files.ts';
import { crowdedMail, nestedMail } from '../../../testing/files/hostile-files.ts';
import {
  encryptedOffice,
  longXlsx,
  wideXlsx,
  xmlAttacks,
  zipBombs,
} from '../../../testing/files/hostile-office.ts';
import { hostilePdfs } from '../../../testing/files/hostile-pdfs.ts';
import { EXTRACT_LIMITS, type TextKind } from './extraction.ts';
import { createExtractor } from './extractor.ts';

/* Every row goes through the real process, one after the other: what one leaves behind, the next one would meet. */
const extractor = createExtractor();
afterAll(() => extractor.close());

const MB = 1024 ** 2;
const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
const damaged = (bytes: Buffer): Buffer => Buffer.from(bytes).fill(0xff, bytes.length - 200);
const whole = {
  pdf: await pdfFile(['Texto sano']),
  docx: await docxFile(['Texto sano']),
  xlsx: await xlsxFile([['Texto sano']]),
  pptx: await pptxFile(['Texto sano']),
};

/** What is said of it: why there is no text, or how its text begins, cut or whole. */
type Outcome = string;
const CUT = ' (cut)';

const FILES: readonly (readonly [what: string, kind: TextKind, make: () => Buffer, outcome: Outcome])[] = [
  ['one huge entry', 'docx', () => zipBombs.oneEntry(EXTRACT_LIMITS.entryBytes + 1), 'none: too_large'],
  ['many large entries', 'docx', () => zipBombs.manyParts(66 * MB, 3), `Portada${CUT}`],
  ['zips within zips', 'docx', zipBombs.nested, 'Anidado'],
  ['zips within zips alone', 'xlsx', zipBombs.nested, 'none: corrupt'],
  ['an entry larger than it says', 'docx', () => zipBombs.lying(50 * MB, 10), 'none: empty'],
  ['an entry smaller than it says', 'docx', () => zipBombs.lying(10, 90 * MB), 'none: empty'],
  ['an entry of 4 GB, as it says', 'docx', () => zipBombs.lying(10, 0xfffffff0), 'none: too_large'],
  ['too many entries', 'pptx', () => zipBombs.manyEntries(EXTRACT_LIMITS.entries + 1), 'none: too_large'],
  ['a million rows', 'xlsx', () => longXlsx(1_000_000), `Datos${CUT}`],
  ['a million rows of one long text', 'xlsx', () => longXlsx(1_000_000, 8000), `Datos${CUT}`],
  ['a hundred thousand long cells in a row', 'xlsx', () => wideXlsx(100_000), `Datos${CUT}`],
  ['one paragraph of a novel', 'docx', () => xmlAttacks.long(1, 300_000), `palabra${CUT}`],
  ['many paragraphs of one', 'docx', () => xmlAttacks.long(3000, 100), `palabra${CUT}`],
  ['entities of entities', 'docx', xmlAttacks.entities, 'Antes'],
  ['entities that lie elsewhere', 'docx', xmlAttacks.external, 'Antes'],
  ['elements without end', 'docx', () => xmlAttacks.deep(200_000), 'none: corrupt'],
  ['tags without end', 'html', () => Buffer.from(`<p>Hola${'<b>'.repeat(1_000_000)}`), `Hola${CUT}`],
  ['actions', 'pdf', hostilePdfs.actions, 'Con'],
  ['a page of kilometres', 'pdf', hostilePdfs.hugePage, 'Plano'],
  ['a drawing that draws itself', 'pdf', hostilePdfs.selfDrawing, 'Recursivovuelta'],
  ['pages that are their own branch', 'pdf', hostilePdfs.loopingPages, 'none: corrupt'],
  ['parts within parts', 'mail', () => nestedMail(1000), 'none: corrupt'],
  ['thousands of attachments', 'mail', () => crowdedMail(5000), `Repleto${CUT}`],
  ['a password', 'pdf', encryptedPdf, 'none: encrypted'],
  ['a password', 'docx', encryptedOffice, 'none: encrypted'],
  ['a password', 'xlsx', encryptedOffice, 'none: encrypted'],
  ['a password', 'pptx', encryptedOffice, 'none: encrypted'],
  ...(['pdf', 'docx', 'xlsx', 'pptx'] as const).flatMap((kind) => [
    ['half of it', kind, () => half(whole[kind]), 'none: corrupt'] as const,
    ['its end overwritten', kind, () => damaged(whole[kind]), 'none: corrupt'] as const,
    ['nothing but noise', kind, () => Buffer.alloc(5000, 'ruido'), 'none: corrupt'] as const,
  ]),
];

describe('a hostile file costs itself its text, and nobody else anything', () => {
  it.each(FILES)('%s (%s)', async (_what, kind, make, outcome) => {
    const extraction = await extractor.extract(make(), kind);
    const said =
      'none' in extraction
        ? `none: ${extraction.none}`
        : `${extraction.pages[0]?.text.split(/\s/)[0]}${extraction.truncated ? CUT : ''}`;
    expect(said).toBe(outcome);
    if ('pages' in extraction) {
      const characters = extraction.pages.reduce((sum, { text }) => sum + text.length, 0);
      expect(characters).toBeLessThanOrEqual(EXTRACT_LIMITS.characters);
      expect(extraction.pages.length).toBeLessThanOrEqual(EXTRACT_LIMITS.pages);
      // Neither a file of the server's nor a word grown from another one.
      expect(extraction.pages[0]?.text).not.toMatch(/root:|risarisa/);
    }
  });

  it('what takes all memory ends its process alone, and the next one is read', async () => {
    // Its memory ends it and not its time, however busy the machine is.
    const greedy = createExtractor({}, { ...EXTRACT_LIMITS, residentBytes: 200 * MB, timeMs: 120_000 });
    try {
      const outcome = await greedy.extract(hostilePdfs.bomb(300 * MB), 'pdf');
      if (process.platform === 'linux') expect(outcome).toEqual({ none: 'memory' });
      expect(await greedy.extract(whole.docx, 'docx')).toMatchObject({ truncated: false });
    } finally {
      await greedy.close();
    }
  });
});
