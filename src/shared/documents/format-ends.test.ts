import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  box,
  check,
  compoundFile,
  endsAt,
  joined,
  noise,
  RIFF,
  SEVEN_ZIP,
  text,
  u32,
  x,
} from './testing/whole-files.ts';

describe('the end of a PDF and of a picture', () => {
  const END = text('IEND\xaeB`\x82');

  test('is looked for as far before the end as readers do', async () => {
    const pdfWith = (length: number) => joined(text('%PDF-1.7'), x(5000), text('%%EOF'), x(length));
    expect(await endsAt(pdfWith, 0, 4091, 4092)).toEqual([true, true, false]);
    const pngWith = (length: number) => joined(text('\x89PNG\r\n\x1a\n'), x(100), END, x(length));
    expect(await endsAt(pngWith, 0, 65_528, 65_529)).toEqual([true, true, false]);
  });

  test('is all of its mark, and not the beginning of it', async () => {
    expect(await check('a.pdf', text('%PDF-1.7 % %%E %%EO'))).toBe(true);
    expect(await check('a.pdf', text('%PDF-1.7 % %%E %%EO%%EOF'))).toBe(false);
    expect(await check('a.png', joined(text('\x89PNG\r\n\x1a\n'), END.subarray(0, -1)))).toBe(true);
  });

  test('is the last sign of a GIF or an RTF, whatever white space or filling follows', async () => {
    expect(await check('a.gif', text('GIF89a x; \0\r\n\0'))).toBe(false);
    expect(await check('a.gif', text('GIF89a ; x'))).toBe(true);
    const rtf = (length: number) => joined(text('{\\rtf1 }'), text('\0'.repeat(length)));
    expect(await endsAt(rtf, 0, 255, 256)).toEqual([true, true, false]);
    expect(await check('a.rtf', text('{\\rtf1 } {x'))).toBe(true);
  });

  test('is where a TIFF of either byte order says that its first directory is', async () => {
    for (const [begin, little] of [
      ['II*\0', true],
      ['MM\0*', false],
    ] as const) {
      const tiff = (offset: number, length: number) =>
        joined(text(begin), u32(offset, little), x(length - 8));
      expect(await endsAt((length) => tiff(300, length), 301, 302, 400), begin).toEqual([false, true, true]);
      // A directory cannot lie within the header.
      expect(await endsAt((offset) => tiff(offset, 400), 0, 7, 8), begin).toEqual([false, false, true]);
      expect(await check('a.tif', text(`${begin}\0\0\0`)), begin).toBe(true);
    }
  });
});

describe('a ZIP', () => {
  /** Its last record: where the directory begins and how long it is, and how long the comment is. */
  const record = (directory: number, offset: number, comment = 0) =>
    joined(text('PK\x05\x06'), x(8), u32(directory), u32(offset), u32(comment).slice(0, 2));
  /** A file of 100 bytes, a directory of 50, something between it and its last record, and a comment. */
  const zip = (between: number, comment = 0) =>
    joined(text('PK\x03\x04'), x(96 + 50 + between), record(50, 100, comment), x(comment));

  test('has its directory right before its last record, or with the records of ZIP64 between', async () => {
    expect(await endsAt(zip, 0, 1, 128, 129)).toEqual([true, true, true, false]);
    // The directory would reach into its last record.
    expect(
      await check(
        'a.zip',
        zip(0).map((byte, at) => (at === 162 ? 51 : byte)),
      ),
    ).toBe(true);
  });

  test('may have the longest comment there is, all of it', async () => {
    expect(await check('a.zip', zip(0, 65_535))).toBe(false);
    expect(await check('a.zip', zip(0, 65_535).subarray(0, -1))).toBe(true);
    expect(await check('a.zip', zip(0, 10).subarray(0, -1))).toBe(true);
  });

  test('may be longer than what is read of it', async () => {
    const long = zipSync({ 'Plano.bin': noise(150_000) }, { level: 0 });
    expect(await check('a.zip', long)).toBe(false);
    expect(await check('a.zip', long.subarray(0, -1))).toBe(true);
  });

  test('of more than four gigabytes says elsewhere where its directory is', async () => {
    const far = (directory: number, offset: number) =>
      check('a.zip', joined(text('PK\x03\x04'), x(1000), record(directory, offset)));
    expect(await far(50, 0xffffffff)).toBe(false);
    expect(await far(0xffffffff, 100)).toBe(false);
    expect(await far(50, 100)).toBe(true);
  });
});

describe('a compound file', () => {
  const with32 = (at: number, value: number) => {
    const bytes = compoundFile();
    new DataView(bytes.buffer).setUint32(at, value, true);
    return bytes;
  };

  test('has its directory and all sectors of its table, of which the last one need not be full', async () => {
    const cut = (length: number) => compoundFile().subarray(0, length);
    // The directory is sector 6, which begins at byte 3584.
    expect(await endsAt(cut, 3585, 3584)).toEqual([true, false]);
    const table = (length: number) => with32(0x30, 1).subarray(0, length);
    expect(await endsAt(table, 3073, 3072)).toEqual([true, false]);
    expect(await endsAt(cut, 511, 100, 20)).toEqual([false, false, false]);
  });

  test('may name no sector where it has none', async () => {
    for (const none of [0xfffffffa, 0xfffffffe, 0xffffffff])
      expect(await check('a.doc', with32(0x30, none))).toBe(false);
    expect(await check('a.doc', with32(0x30, 0xfffffff9))).toBe(true);
  });

  test('names at most 109 sectors of its table in its head', async () => {
    const bytes = with32(0x2c, 300);
    bytes.fill(0, 0x4c, 512);
    expect(await check('a.xls', bytes)).toBe(false);
    new DataView(bytes.buffer).setUint32(0x4c + 108 * 4, 5000, true);
    expect(await check('a.xls', bytes)).toBe(true);
  });

  test('may have larger sectors; of other sizes nothing is known', async () => {
    const ofSize = (shift: number, length: number) => {
      const bytes = joined(compoundFile(), x(40_000));
      new DataView(bytes.buffer).setUint16(0x1e, shift, true);
      return check('a.doc', bytes.subarray(0, length));
    };
    // Its directory begins at byte 28672 if sectors have 4096 bytes.
    expect(await ofSize(12, 28_673)).toBe(false);
    expect(await ofSize(12, 28_672)).toBe(true);
    expect(await ofSize(10, 600)).toBe(false);
  });
});

describe('a file that says how long it is', () => {
  test('has as many bytes as it says, or more', async () => {
    const riff = (length: number) => joined(RIFF, u32(100), x(length - 8));
    expect(await endsAt(riff, 107, 108, 109)).toEqual([false, true, true]);
    const sevenZip = (length: number) =>
      joined(SEVEN_ZIP, u32(0), u32(60), u32(0), u32(8), u32(0), u32(0), x(length - 32));
    expect(await endsAt(sevenZip, 99, 100, 101)).toEqual([false, true, true]);
  });

  test('is complete where it is a recording whose length nobody knew', async () => {
    expect(await check('a.wav', joined(RIFF, u32(0xffffffff), x(20)))).toBe(false);
    expect(await check('a.wav', joined(RIFF, u32(0), x(20)))).toBe(false);
    expect(await check('a.wav', joined(RIFF, u32(0)))).toBe(false);
    expect(await check('a.wav', text('RIFF\0\0\0'))).toBe(true);
  });

  test('is an empty archive, or one that is being written, while it says nothing', async () => {
    const archive = (length: number) => joined(SEVEN_ZIP, new Uint8Array(length - 8));
    expect(await endsAt(archive, 31, 32, 33)).toEqual([false, true, false]);
  });
});

describe('a film', () => {
  const head = box('ftyp', noise(16));
  const index = box('moov', noise(300));
  /** A part with its length in 64 bits. */
  const longBox = (type: string, length: number) =>
    joined(u32(1, false), text(type), u32(0), u32(length + 16, false), x(length));
  const complete = async (...parts: readonly Uint8Array[]) => !(await check('a.mp4', joined(...parts)));

  test('has its index before or after its pictures, or in pieces between them', async () => {
    const pictures = box('mdat', x(500));
    expect(await complete(head, index, pictures)).toBe(true);
    expect(await complete(head, pictures, index)).toBe(true);
    expect(await complete(head, box('moof', x(50)), pictures)).toBe(true);
    expect(await complete(head, pictures)).toBe(false);
  });

  test('may have a part without content, at its end too', async () => {
    const empty = box('free', new Uint8Array());
    expect(await complete(head, empty, index)).toBe(true);
    expect(await complete(head, index, empty)).toBe(true);
    for (const length of [7, 3, 1])
      expect(await complete(head, index, empty.subarray(0, length))).toBe(false);
  });

  test('may have a part that goes to the end', async () => {
    const open = joined(u32(0, false), text('mdat'), x(500));
    expect(await complete(head, index, open)).toBe(true);
    expect(await complete(head, open)).toBe(false);
    expect(await complete(head, joined(u32(0, false), text('moov'), x(300)))).toBe(true);
  });

  test('may have parts whose length is written in 64 bits', async () => {
    expect(await complete(head, longBox('mdat', 500), index)).toBe(true);
    expect(await complete(head, longBox('mdat', 500))).toBe(false);
    for (const length of [15, 8, -1])
      expect(await complete(head, index, longBox('mdat', 500).subarray(0, length))).toBe(false);
  });

  test('cannot be judged behind a part without a valid length: then the index decides', async () => {
    const wrong = joined(u32(7, false), text('mdat'), x(500));
    expect(await complete(head, index, wrong)).toBe(true);
    expect(await complete(head, wrong, index)).toBe(false);
  });

  test('in many pieces is not read to its end', async () => {
    const pieces = (count: number) => Array.from({ length: count }, () => box('mdat', x(8)));
    expect(await complete(head, ...pieces(63), box('mdat', x(50)).subarray(0, 20))).toBe(true);
    expect(await complete(head, ...pieces(62), box('mdat', x(50)).subarray(0, 20))).toBe(false);
    expect(await complete(head, ...pieces(63))).toBe(false);
  });
});
