import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CannotShow, NoImage } from './pages.ts';
import { tiffOf, type Written } from './testing-tiff.ts';
import { tiffPages } from './tiff.ts';

const [WIDTH, HEIGHT] = [21, 10];
type Color = readonly [red: number, green: number, blue: number, opacity: number];

/** A value for each place, none of them like those beside it, from 0 to the largest. */
const at = (x: number, y: number, sample: number, most: number): number =>
  (x * 37 + y * 101 + sample * 53 + x * y) % (most + 1);
const places = Array.from({ length: WIDTH * HEIGHT }, (_, n) => [n % WIDTH, Math.floor(n / WIDTH)] as const);
const valuesOf = (samples: number, bits: number): number[][] =>
  places.map(([x, y]) => Array.from({ length: samples }, (_, sample) => at(x, y, sample, 2 ** bits - 1)));

const gray = (value: number): Color => [value, value, value, 255];
const high = (value: number, bits: number): number => (bits === 16 ? value >> 8 : value);
const scaled = (value: number, bits: number): number => Math.round((value * 255) / (2 ** bits - 1));

interface Kind {
  readonly name: string;
  readonly samples: number;
  readonly bits: number;
  readonly photometric: number;
  readonly tags?: Written['tags'];
  readonly color: (values: readonly number[]) => Color;
}

const palette = (bits: number): number[] =>
  Array.from({ length: 3 * 2 ** bits }, (_, n) => ((n * 71 + 13) % 256) * 257);
const [WHITE_FIRST, BLACK_FIRST, RGB, PALETTE, INKS] = [0, 1, 2, 3, 5];

const KINDS: readonly Kind[] = [
  ...[1, 2, 4, 8, 16].flatMap((bits): Kind[] => {
    const shown = (value: number): number => (bits === 16 ? value >> 8 : scaled(value, bits));
    return [
      {
        name: `gray ${bits}`,
        samples: 1,
        bits,
        photometric: BLACK_FIRST,
        color: ([v = 0]) => gray(shown(v)),
      },
      {
        name: `gray ${bits}, white first`,
        ...{ samples: 1, bits, photometric: WHITE_FIRST },
        color: ([v = 0]) => gray(255 - shown(v)),
      },
    ];
  }),
  ...[1, 2, 4, 8].map((bits): Kind => {
    const map = palette(bits);
    const color = (v: number): Color => {
      const [r = 0, g = 0, b = 0] = [0, 1, 2].map((part) => (map[part * 2 ** bits + v] ?? 0) >> 8);
      return [r, g, b, 255];
    };
    const tags = { 320: map };
    return {
      name: `palette ${bits}`,
      samples: 1,
      bits,
      photometric: PALETTE,
      tags,
      color: ([v = 0]) => color(v),
    };
  }),
  ...[8, 16].flatMap((bits): Kind[] => {
    const of = (value = 0): number => high(value, bits);
    const rgba = ([r, g, b, a]: readonly number[]): Color => [of(r), of(g), of(b), of(a)];
    return [
      {
        name: `gray and opacity ${bits}`,
        ...{ samples: 2, bits, photometric: BLACK_FIRST, tags: { 338: [2] } },
        color: ([v, a]) => [of(v), of(v), of(v), of(a)],
      },
      {
        name: `gray and a value that is no opacity ${bits}`,
        ...{ samples: 2, bits, photometric: BLACK_FIRST, tags: { 338: [0] } },
        color: ([v]) => gray(of(v)),
      },
      {
        name: `colours ${bits}`,
        ...{ samples: 3, bits, photometric: RGB },
        color: ([r, g, b]) => [of(r), of(g), of(b), 255],
      },
      {
        name: `colours and opacity ${bits}`,
        ...{ samples: 4, bits, photometric: RGB, tags: { 338: [2] } },
        color: rgba,
      },
      {
        name: `colours and a value that is no opacity ${bits}`,
        ...{ samples: 4, bits, photometric: RGB },
        color: ([r, g, b]) => [of(r), of(g), of(b), 255],
      },
      {
        name: `colours multiplied with their opacity ${bits}`,
        ...{ samples: 4, bits, photometric: RGB, tags: { 338: [1] } },
        color: (values) => {
          const [r, g, b, a] = rgba(values);
          const divided = (value: number): number =>
            a === 0 ? value : Math.min(255, Math.round((value * 255) / a));
          return [divided(r), divided(g), divided(b), a];
        },
      },
    ];
  }),
  {
    name: 'inks 8',
    ...{ samples: 4, bits: 8, photometric: INKS },
    color: ([c = 0, m = 0, y = 0, k = 0]) => {
      const of = (ink: number): number => Math.floor((255 - ink) * ((255 - k) / 255) + 0.5);
      return [of(c), of(m), of(y), 255];
    },
  },
];

const fileOf = ({ samples, bits, photometric, tags }: Kind, how: Partial<Written> = {}): ArrayBuffer =>
  tiffOf({
    ...{ width: WIDTH, height: HEIGHT, bits, photometric, values: valuesOf(samples, bits) },
    ...how,
    tags: { ...tags, ...how.tags },
  });

const drawn = async (file: ArrayBuffer): Promise<number[]> => {
  const [page] = tiffPages(file);
  return [...((await page?.decode())?.rgba ?? [])];
};
const kindNamed = (name: string): Kind => {
  const kind = KINDS.find((each) => each.name === name);
  if (!kind) throw new Error(name);
  return kind;
};

// The library writes a line for each page of tiles.
beforeAll(() => void vi.spyOn(console, 'log').mockReturnValue());
afterAll(() => void vi.mocked(console.log).mockRestore());

describe('each kind of TIFF that is drawn', () => {
  it.each(KINDS)('has the colours it was given: $name', async (kind) => {
    const wanted = valuesOf(kind.samples, kind.bits).flatMap((values) => kind.color(values));
    for (const compression of [1, 5, 8, 32946, 32773])
      for (const layout of ['strip', 'strips', 'tiles'] as const)
        for (const little of [true, false])
          for (const predictor of kind.bits >= 8 && ![1, 32773].includes(compression) ? [1, 2] : [1]) {
            const how = { compression, layout, little, predictor };
            expect({ ...how, rgba: await drawn(fileOf(kind, how)) }).toEqual({ ...how, rgba: wanted });
          }
  });

  /** The same two black fields, compressed by libtiff and Ghostscript. */
  it.each([
    ['runs', 2, 0, {}, '20382038203820385073ac73ac50'],
    ['group 3', 3, 1, {}, '001350e40009a8720004d43900026a1c80013502e0026be0300026be0300026a05c0'],
    ['group 3, two lines', 3, 1, { 292: [1] }, '0019a8720005c0066a1c800170019a8170014f90019af80c000a30'],
    [
      ...['group 3, filled', 3, 1, { 292: [5] }],
      '00019a8720000170019a8720000170019a8170014f90019af80c000146',
    ],
    ['group 4', 4, 1, {}, '26a1fff902e6b3e7e3001001'],
  ] as [string, number, number, Written['tags'], string][])(
    'has the black and white it was given: fax, %s',
    async (_, compression, photometric, tags = {}, hex) => {
      const isBlack = (x: number, y: number): boolean =>
        (x >= 12 && y < 4) || (x >= 2 && x < 7 && y >= 5 && y < 7);
      const wanted = Array.from({ length: 24 * 8 }, (_, n) =>
        gray(isBlack(n % 24, Math.floor(n / 24)) ? 0 : 255),
      ).flat();
      const strip = Uint8Array.from(Buffer.from(hex, 'hex'));
      const page = { width: 24, height: 8, values: [[0]], bits: 1, photometric, compression };
      expect(await drawn(tiffOf({ ...page, strip, tags }))).toEqual(wanted);
      const mirrored = strip.map((byte) =>
        Number.parseInt([...byte.toString(2).padStart(8, '0')].reverse().join(''), 2),
      );
      expect(await drawn(tiffOf({ ...page, strip: mirrored, tags: { ...tags, 266: [2] } }))).toEqual(wanted);
    },
  );
});

describe('a TIFF that would be drawn wrong', () => {
  const cases: [string, string, Partial<Written>][] = [
    ['colours apart from each other', 'colours 8', { tags: { 284: [2] } }],
    ['colours apart, compressed', 'colours 8', { compression: 8, tags: { 284: [2] } }],
    ['numbers with a point', 'colours 16', { tags: { 339: [3, 3, 3] } }],
    ['negative numbers', 'gray 8', { tags: { 339: [2] } }],
    ['depths that differ', 'colours 8', { tags: { 258: [8, 8, 16] } }],
    ['bits the other way round', 'gray 8', { tags: { 266: [2] } }],
    ['differences where others see none', 'gray 8', { predictor: 2 }],
    ['differences of numbers with a point', 'gray 8', { compression: 8, tags: { 317: [3] } }],
    ['a palette of small numbers', 'palette 4', { tags: { 320: Array(48).fill(200) } }],
    ['half a palette', 'palette 4', { tags: { 320: Array(24).fill(60_000) } }],
    ['other inks', 'inks 8', { tags: { 332: [2] } }],
    ['colours as brightness and tint', 'colours 8', { photometric: 6 }],
    ['colours of CIE L*a*b*', 'colours 8', { photometric: 8 }],
    ['a stencil', 'gray 1', { photometric: 4 }],
    ['five values', 'colours 8', { values: valuesOf(5, 8) }],
    ['JPEG of before 1995', 'colours 8', { compression: 6 }],
    ['a compression that nobody knows', 'gray 8', { compression: 50_001 }],
    ['LZW of before 1988', 'gray 8', { compression: 5, strip: Uint8Array.of(0, 1, 2) }],
    ['a fax without marks of lines', 'gray 1', { compression: 3, strip: Uint8Array.of(0x35, 2) }],
    ['a fax with parts that are not compressed', 'gray 1', { compression: 4, tags: { 293: [2] } }],
  ];
  it.each(cases)('is not drawn, and not called damaged: %s', async (_, kind, how) => {
    await expect(drawn(fileOf(kindNamed(kind), how))).rejects.toBeInstanceOf(CannotShow);
  });

  it('with addresses of 64 bits (BigTIFF) is not drawn, and not called damaged', () => {
    const bytes = new Uint8Array(fileOf(kindNamed('gray 8')));
    bytes[2] = 43;
    expect(() => tiffPages(bytes.buffer)).toThrow(CannotShow);
  });

  it.each([
    ['is cut off', { tags: { 273: [60_000] } }],
    ['has a strip of Deflate that is none', { compression: 8, strip: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }],
    ['has a strip of Deflate that is short', { compression: 8, strip: deflateSync(Uint8Array.of(1, 2, 3)) }],
    ['has too few strips', { layout: 'strips', tags: { 278: [1] } }],
  ] as [string, Partial<Written>][])('is called damaged where it %s', async (_, how) => {
    const failed = await drawn(fileOf(kindNamed('gray 8'), how)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(NoImage);
    expect(failed).not.toBeInstanceOf(CannotShow);
  });
});
