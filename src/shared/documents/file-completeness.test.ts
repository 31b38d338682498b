import { deflateSync, zipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { isIncomplete } from './file-completeness.ts';

const check = (name: string, bytes: Uint8Array) =>
  isIncomplete(name, bytes.length, async (offset, length) => bytes.subarray(offset, offset + length));
const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const noise = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 7919) % 251);
const u32 = (value: number, little = true) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, little);
  return bytes;
};

const box = (type: string, content: Uint8Array) =>
  joined(u32(content.length + 8, false), text(type), content);
const inner = zipSync({ 'dentro.bin': noise(20_000) }, { level: 0 });

async function pdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 0; page < 20; page += 1) document.addPage().drawText(`Página ${page}`);
  return document.save();
}

/** A compound file of 512-byte sectors with its allocation table in the last but one, and its directory in the last. */
function compoundFile(): Uint8Array {
  const bytes = joined(text('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), noise(512 * 8 - 8));
  const view = new DataView(bytes.buffer);
  view.setUint16(0x1e, 9, true);
  view.setUint32(0x2c, 1, true);
  view.setUint32(0x30, 6, true);
  view.setUint32(0x4c, 5, true);
  return bytes;
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
  [
    'Respaldo.7z',
    () =>
      joined(text("7z\xbc\xaf'\x1c\0\x04"), u32(0), u32(2900), u32(0), u32(100), u32(0), u32(0), noise(3000)),
  ],
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
