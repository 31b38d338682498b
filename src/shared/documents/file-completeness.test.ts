import { deflateSync, zipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { isIncomplete } from './file-completeness.ts';
import { box, check, compoundFile, joined, noise, SEVEN_ZIP, text, u32 } from './testing/whole-files.ts';

const inner = zipSync({ 'dentro.bin': noise(20_000) }, { level: 0 });

async function pdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 0; page < 20; page += 1) document.addPage().drawText(`Página ${page}`);
  return document.save();
}

const FILES: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array])[] = [
  ['Informe.pdf', pdf],
  ['Contrato.docx', () => zipSync({ '[Content_Types].xml': noise(500), 'word/document.xml': noise(90_000) })],
  ['Otro nombre.bin', () => zipSync({ a: noise(5000) })],
  ['Con otro dentro.zip', () => zipSync({ 'otro.zip': inner }, { level: 0 })],
  ['Planilla.xls', compoundFile],
  [
    'Plano.png',
    () => joined(text('\x89PNG\r\n\x1a\n'), deflateSync(noise(4000)), text('\0\0\0\0IEND\xaeB`\x82')),
  ],
  ['Firma.gif', () => joined(text('GIF89a'), noise(3000), text(';'))],
  ['Escaneo.tif', () => joined(text('II*\0'), u32(3000), noise(2992), text('\x01\0'), noise(18))],
  ['Audio.wav', () => joined(text('RIFF'), u32(3004), text('WAVE'), noise(3000))],
  ['Carta.rtf', () => joined(text('{\\rtf1 '), text('x'.repeat(2000)), text('}\r\n\0'))],
  ['Respaldo.7z', () => joined(SEVEN_ZIP, u32(0), u32(2900), u32(0), u32(100), u32(0), u32(0), noise(3000))],
  ['Obra.mp4', () => joined(box('ftyp', noise(16)), box('mdat', noise(5000)), box('moov', noise(300)))],
];

describe('a file that has its end by its own format', () => {
  test.each(FILES)('%s is complete', async (name, make) => {
    expect(await check(name, await make())).toBe(false);
  });

  test.each(FILES)('%s is incomplete wherever it is cut', async (name, make) => {
    const bytes = await make();
    for (const part of [0.2, 0.5, 0.8])
      expect([part, await check(name, bytes.subarray(0, Math.floor(bytes.length * part)))]).toEqual([
        part,
        true,
      ]);
  });

  test('what a program appended to a picture or a PDF does not make it incomplete', async () => {
    expect(await check('a.pdf', joined(await pdf(), noise(2000)))).toBe(false);
    expect(
      await check('a.zip', joined(zipSync({ a: noise(50) }).slice(0, -2), u32(3).slice(0, 2), text('fin'))),
    ).toBe(false);
  });

  test('formats that say nothing of their end are complete, and so is what is empty', async () => {
    for (const [name, bytes] of [
      ['Notas.txt', text('a medias, per')],
      ['Datos.csv', text('a;b\n1;')],
      ['Foto.jpg', joined(text('\xff\xd8\xff\xe1'), noise(4000))],
      ['Vacío.pdf', new Uint8Array()],
    ] as const)
      expect([name, await check(name, bytes)]).toEqual([name, false]);
  });

  test('a document of which only the place was reserved is incomplete; a disk image may begin with zeros', async () => {
    expect(await check('Informe.docx', new Uint8Array(4096))).toBe(true);
    expect(await check('Disco.iso', new Uint8Array(40_000))).toBe(false);
  });
});

describe('a file of zeros', () => {
  const zeros = new Uint8Array(600);

  test.each(
    (
      'pdf doc docx docm xls xlsx xlsm ppt pptx pptm odt ods odp odg zip 7z png gif jpg jpeg tif tiff rtf mp4 mov m4a ' +
      'wav avi webp dwg'
    ).split(' '),
  )('is no .%s yet', async (extension) => {
    expect(await check(`Acta.${extension}`, zeros)).toBe(true);
    expect(await check(`ACTA.${extension.toUpperCase()}`, zeros)).toBe(true);
  });

  test.each(['Disco.iso', 'docx', 'Acta.docx.bak', 'Acta-pdf', 'Datos.pd'])(
    'may be what %s has to be',
    async (name) => expect(await check(name, zeros)).toBe(false),
  );

  test('is judged by its first 512 bytes, all of them', async () => {
    const begun = (at: number) => zeros.map((_byte, each) => (each === at ? 1 : 0));
    expect(await check('Plano.dwg', begun(511))).toBe(false);
    expect(await check('Plano.dwg', begun(512))).toBe(true);
  });
});

test('only the beginning and the end of a large file are read', async () => {
  const size = 20 * 1024 ** 3;
  for (const begin of ['%PDF-', 'PK\x03\x04', '\x89PNG\r\n\x1a\n', 'GIF8', '{\\rtf', 'x']) {
    const reads: [number, number][] = [];
    await isIncomplete('Grande', size, async (offset, length) => {
      reads.push([offset, length]);
      return offset === 0 ? text(begin) : new Uint8Array(length);
    });
    const [first, last] = reads;
    expect(first).toEqual([0, 512]);
    expect(reads.length, begin).toBe(begin === 'x' ? 1 : 2);
    if (last) expect(last[0] + last[1], begin).toBe(size);
    for (const [, length] of reads) expect(length, begin).toBeLessThanOrEqual(65_557);
  }
});
