import { execFileSync } from 'node:child_process';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngPage } from './png-page.ts';

interface Written {
  /** The kind of colours and the bits of each value. */
  readonly colors: number;
  readonly bits?: number;
  /** One pixel: the picture's right half. Its left half has all values 0. */
  readonly pixel: readonly number[];
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  readonly interlaced?: boolean;
}

const SIDE = 16;

const chunk = (name: string, body: Buffer): Buffer => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(name), body]);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** Writes a PNG by the book, its lines as differences from those above. */
function pngOf(
  { colors, bits = 8, pixel, palette, transparency, interlaced = false }: Written,
  size = SIDE,
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([bits, colors, 0, 0, interlaced ? 1 : 0], 8);
  const half = Array.from({ length: SIDE / 2 });
  const values = [...half.flatMap(() => pixel.map(() => 0)), ...half.flatMap(() => pixel)];
  const text = values.map((value) => value.toString(2).padStart(bits, '0')).join('');
  const line = Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const lines = Array.from({ length: SIDE }, (_, at) =>
    at === 0 ? Buffer.concat([Buffer.of(0), line]) : Buffer.concat([Buffer.of(2), Buffer.alloc(line.length)]),
  );
  const packed = deflateSync(Buffer.concat(lines));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    // In two pieces, as programs write them.
    chunk('IDAT', packed.subarray(0, 10)),
    chunk('IDAT', packed.subarray(10)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colours in the middle of both halves, as the program draws them. */
function halves(pdf: Buffer): number[][] {
  const ppm = execFileSync('pdftoppm', ['-scale-to', '48', '-'], { input: pdf });
  const [, width = 0, height = 0] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40))?.map(Number) ?? [];
  const pixels = ppm.subarray(ppm.length - width * height * 3);
  return [0.25, 0.75].map((x) => {
    const at = (Math.floor(height / 2) * width + Math.floor(x * width)) * 3;
    return [...pixels.subarray(at, at + 3)];
  });
}

const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
const BLUE = [32, 96, 192];
const faultOf = (written: Buffer) => pngPage(written).catch((error: { fault?: string }) => error.fault);

describe('the page of a PNG', () => {
  it.each<[string, Written, number[], number[]]>([
    ['gray', { colors: 0, pixel: [100] }, BLACK, [100, 100, 100]],
    ['black and white', { colors: 0, bits: 1, pixel: [1] }, BLACK, WHITE],
    ['gray of four bits', { colors: 0, bits: 4, pixel: [5] }, BLACK, [85, 85, 85]],
    ['colours', { colors: 2, pixel: BLUE }, BLACK, BLUE],
    [
      'colours of which one is seen through',
      { colors: 2, pixel: BLUE, transparency: [0, 0, 0, 0, 0, 0] },
      WHITE,
      BLUE,
    ],
    ['a palette', { colors: 3, bits: 4, pixel: [1], palette: [...BLACK, ...BLUE] }, BLACK, BLUE],
    [
      'a palette with opacity',
      { colors: 3, pixel: [1], palette: [...BLACK, ...BLUE], transparency: [0, 128] },
      WHITE,
      [143, 175, 223],
    ],
    ['gray with opacity', { colors: 4, pixel: [0, 128] }, WHITE, [127, 127, 127]],
    ['colours with opacity', { colors: 6, pixel: [...BLUE, 128] }, WHITE, [143, 175, 223]],
  ])('has its pixels: %s', async (_, written, left, right) => {
    const seen = halves(await pngPage(pngOf(written)));
    // The program rounds.
    for (const [at, expected] of [left, right].entries())
      for (const [value, each] of expected.entries())
        expect(Math.abs((seen[at]?.[value] ?? -99) - each)).toBeLessThanOrEqual(2);
  });

  it('is none of what no PDF holds, is damaged, or claims to be enormous', async () => {
    expect(await faultOf(pngOf({ colors: 2, pixel: BLUE, interlaced: true }))).toBe('kind');
    expect(await faultOf(pngOf({ colors: 2, bits: 16, pixel: [1, 2, 3] }))).toBe('kind');
    expect(await faultOf(pngOf({ colors: 3, pixel: [1] }))).toBe('failed');
    expect(await faultOf(pngOf({ colors: 2, pixel: BLUE }).subarray(0, 60))).toBe('failed');
    expect(await faultOf(Buffer.from('no es una imagen'))).toBe('failed');
    expect(await faultOf(pngOf({ colors: 2, pixel: BLUE }, 1_000_000))).toBe('too_large');
  });
});
