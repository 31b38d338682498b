import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NoImage, type Pixels } from './pages.ts';
import { tiffPages } from './tiff.ts';
import { checkTiff } from './tiff-structure.ts';

/** Made with ImageMagick and libtiff: none of them by what reads them here. */
const sample = (name: string): ArrayBuffer => {
  const bytes = readFileSync(join(import.meta.dirname, 'samples', name));
  return new Uint8Array(bytes).buffer;
};

const colorAt = ({ rgba, width }: Pixels, x: number, y: number): number[] => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];
const BLUE = [32, 96, 192];

const firstOf = async (name: string): Promise<Pixels> => {
  const [page] = tiffPages(sample(name));
  if (!page) throw new Error('no page');
  return page.decode();
};

describe('a TIFF file', () => {
  it('of a fax machine has all of its pages, in black and white, with lines twice as far apart', async () => {
    const pages = tiffPages(sample('escaneo.tif'));
    expect(pages).toHaveLength(3);
    for (const page of pages) {
      const pixels = await page.decode();
      expect([pixels.width, pixels.height]).toEqual([864, 300]);
      expect(pixels.placed?.stretch.y).toBeCloseTo(204 / 98, 5);
      const dark = pixels.rgba.filter((value, at) => at % 4 === 0 && value === 0).length;
      expect(dark / (864 * 300)).toBeGreaterThan(0.005);
      expect(dark / (864 * 300)).toBeLessThan(0.1);
    }
  });

  it.each(['escaneo.tif', 'gris.tif', 'jpeg.tif', 'tintas.tif', 'girada.tif'])(
    'shows a page again as it was when one comes back to it: %s',
    async (name) => {
      const [page] = tiffPages(sample(name));
      const [first, again] = [await page?.decode(), await page?.decode()];
      const bytesOf = (pixels: Pixels | undefined) => Buffer.from(pixels?.rgba.buffer ?? new ArrayBuffer(0));
      expect(bytesOf(first).length).toBeGreaterThan(0);
      expect(bytesOf(again).equals(bytesOf(first))).toBe(true);
    },
  );

  it('that lies on its side is turned upright', async () => {
    const pixels = await firstOf('girada.tif');
    expect(pixels.placed).toEqual({ turns: 1, mirrored: false, stretch: { x: 1, y: 1 } });
    // The red corner, which is at the upper left once it was turned to the right.
    expect(colorAt(pixels, 2, pixels.height - 2)).toEqual([192, 32, 32]);
  });

  it.each(['jpeg.tif', 'jpeg-tinte.tif', 'tintas.tif', 'zip.tif'])(
    'with colours has them: %s',
    async (name) => {
      const color = colorAt(await firstOf(name), 5, 5);
      // A photo's compression rounds.
      for (const [at, value] of BLUE.entries()) expect(Math.abs((color[at] ?? 0) - value)).toBeLessThan(2);
    },
  );

  it('in grays only, compressed as a photo, has them in each strip', async () => {
    const pixels = await firstOf('jpeg-gris.tif');
    for (const y of [2, 20, 46]) expect(colorAt(pixels, 46, y)).toEqual([96, 96, 96]);
  });

  it('in grays, as office scanners compress it, is as wide as it was', async () => {
    const pixels = await firstOf('gris.tif');
    const grays = [
      [30, 30],
      [150, 30],
      [30, 250],
      [190, 290],
    ].map(([x = 0, y = 0]) => colorAt(pixels, x, y)[0] ?? 0);
    expect(grays.map((gray) => (gray < 16 ? 'black' : gray > 240 ? 'white' : gray))).toEqual([
      ...['black', 'white', 'white', 'white'],
    ]);
  });

  it('that is damaged is refused', () => {
    const whole = sample('escaneo.tif');
    expect(() => tiffPages(new ArrayBuffer(0))).toThrow(NoImage);
    expect(() => tiffPages(new TextEncoder().encode('acta de la sesión').buffer)).toThrow(NoImage);
    expect(() => tiffPages(whole.slice(0, 100))).toThrow(NoImage);
  });

  it('whose directories turn in a circle, or name more values than it has bytes, is refused', () => {
    const file = (change: (view: DataView) => void): ArrayBuffer => {
      const bytes = new ArrayBuffer(64);
      const view = new DataView(bytes);
      view.setUint32(0, 0x49492a00);
      view.setUint32(4, 8, true);
      view.setUint16(8, 1, true);
      view.setUint16(10, 256, true);
      view.setUint16(12, 4, true);
      view.setUint32(14, 1, true);
      change(view);
      return bytes;
    };
    expect(() => checkTiff(file(() => undefined))).not.toThrow();
    expect(() => checkTiff(file((view) => view.setUint32(22, 8, true)))).toThrow('circle');
    expect(() => checkTiff(file((view) => view.setUint32(14, 4e9, true)))).toThrow('larger');
  });
});
