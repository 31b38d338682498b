import { describe, expect, it } from 'vitest';
import { docxFile, odfFile, wordFile, wordParagraph } from '../../../../../../server/testing/files/files.ts';
import {
  cornerXlsx,
  encryptedOffice,
  longXlsx,
  wideXlsx,
  xmlAttacks,
  zipBombs,
} from '../../../../../../server/testing/files/hostile-office.ts';
import { officeZip } from '../testing/office-files.ts';
import { readBytes } from '../testing/read-bytes.ts';

const MEGABYTE = 1024 ** 2;
/** Milliseconds of processor time that reading one file may take; unpacking all of a bomb takes longer. */
const QUICK = 3_000;

async function quickly(name: string, bytes: Uint8Array) {
  // Not the time that passes, which a busy machine makes longer.
  const before = process.cpuUsage();
  const content = await readBytes(name, bytes);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(QUICK);
  return content;
}

describe('a hostile office file', () => {
  it('that unpacks to hundreds of megabytes is left early', async () => {
    // Making them takes more memory than reading them may, and it is given back at any time.
    const bomb = zipBombs.oneEntry(600 * MEGABYTE);
    const lying = zipBombs.lying(100 * MEGABYTE, 1000);
    const nested = zipBombs.nested();
    const before = process.memoryUsage();
    expect(await quickly('a.docx', bomb)).toEqual({ text: '' });
    expect(await quickly('a.docx', lying)).toEqual({ text: '' });
    expect((await quickly('a.docx', nested))?.text).toBe('Anidado');
    expect(process.memoryUsage().arrayBuffers - before.arrayBuffers).toBeLessThan(200 * MEGABYTE);
  });

  it('with an entry that is never closed ends with its first bytes', async () => {
    const parts = { 'word/document.xml': `<w:document><w:t ${'a="b" '.repeat(6 * MEGABYTE)}` };
    expect(await quickly('a.docx', officeZip(parts))).toEqual({ text: '' });
  });

  it('whose OpenDocument content is too large still has its own title', async () => {
    const meta = { 'meta.xml': '<m><dc:title>Plan de obra</dc:title></m>' };
    const huge = odfFile('spreadsheet', `<text:p>${'x'.repeat(30 * MEGABYTE)}</text:p>`, meta);
    expect(await quickly('a.ods', huge)).toEqual({ text: '', title: 'Plan de obra' });
  });

  it('has no entity expanded or loaded', async () => {
    expect(await quickly('a.docx', xmlAttacks.entities())).toEqual({
      text: 'Antes &r9; después',
      title: 'Antes &r9; después',
    });
    expect((await quickly('a.docx', xmlAttacks.external()))?.text).toBe('Antes &file; después');
    const title = '<!DOCTYPE m [<!ENTITY t "Título oculto">]><m><dc:title>&t;</dc:title></m>';
    const meta = await quickly('a.docx', wordFile(wordParagraph('uno.'), { 'docProps/core.xml': title }));
    expect(meta?.title).toBeUndefined();
  });

  it('with endless elements, rows, cells or paragraphs ends', async () => {
    expect(await quickly('a.docx', xmlAttacks.deep(200_000))).toEqual({ text: '' });
    expect((await quickly('a.docx', xmlAttacks.long(2_000, 1_000)))?.text).toHaveLength(4_000 - 1);
    expect((await quickly('a.xlsx', longXlsx(400_000)))?.text.length).toBeGreaterThan(3_900);
    expect((await quickly('a.xlsx', longXlsx(1_000, MEGABYTE)))?.text.length).toBeGreaterThan(3_900);
    expect((await quickly('a.xlsx', wideXlsx(100_000)))?.text.length).toBeGreaterThan(3_900);
    expect(await quickly('a.xlsx', cornerXlsx())).toEqual({ text: '1' });
  });

  it('says nothing where it is encrypted, cut, empty or something else', async () => {
    const whole = await docxFile(['Acta de entrega', 'Fecha: 12/03/2026']);
    expect(await readBytes('a.docx', encryptedOffice())).toBeUndefined();
    expect(await readBytes('a.docx', new Uint8Array())).toBeUndefined();
    expect(await quickly('a.docx', whole.subarray(0, whole.length - 40))).toEqual({ text: '' });
    expect(await quickly('a.docx', officeZip({ 'leeme.txt': 'Acta de entrega' }))).toEqual({ text: '' });
    expect(await quickly('a.docx', zipBombs.manyEntries(25_000))).toEqual({ text: '' });
    const secret = { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' };
    expect(await quickly('a.odt', odfFile('text', '<text:p>cifrado</text:p>', secret))).toEqual({ text: '' });
    // Its parts say what it is, not its name.
    expect((await quickly('a.xlsx', whole))?.title).toBe(undefined);
    expect((await quickly('a.xlsx', whole))?.date).toBe('2026-03-12');
  });
});
