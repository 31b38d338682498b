import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHeifConvert } from './heif.ts';
import { NoPages, type PageMaker } from './page-maker.ts';

let dataDir: string;
let maker: PageMaker;
let photos: Buffer;
const said: string[] = [];
const log = { info: () => undefined, warn: (_: object, message: string) => void said.push(message) };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'legajo-heif-'));
  photos = await readFile(join(import.meta.dirname, '../../testing/files/samples/two-photos.heic'));
  const found = await findHeifConvert({ log, dataDir });
  if (!found)
    throw new Error(`heif-convert is needed (.ci/run says how it is installed): ${said.join('; ')}`);
  maker = found;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const faultOf = (error: unknown) => (error instanceof NoPages ? error.fault : error);

/** The colour in the middle of the left half of a page: red, green, blue. */
function colourOn(pdf: Buffer, page: number): number[] {
  const at = ['-f', String(page), '-l', String(page), '-r', '18'];
  const ppm = execFileSync('pdftoppm', [...at, '-'], { input: pdf });
  const [, width = 0, height = 0] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40))?.map(Number) ?? [];
  const pixels = ppm.subarray(ppm.length - width * height * 3);
  const pixel = (Math.floor(height / 2) * width + Math.floor(width / 4)) * 3;
  return [...pixels.subarray(pixel, pixel + 3)];
}

describe('photos of phones', () => {
  it('are a page each, in their order and colours, with a pixel for each of the screen at 100 %', async () => {
    const pdf = await maker.make(photos, 'heic');
    const pages = (await PDFDocument.load(pdf)).getPages();
    expect(
      pages.map((page) => [page.getWidth(), page.getHeight()].map((points) => (points * 96) / 72)),
    ).toEqual([
      [96, 64],
      [64, 96],
    ]);
    const [red = 255, , blue = 0] = colourOn(pdf, 1);
    expect(blue - red).toBeGreaterThan(100);
    const [otherRed = 255, green = 0] = colourOn(pdf, 2);
    expect(green - otherRed).toBeGreaterThan(80);
  });

  it('that are cut, changed, or something else, are drawn by none', async () => {
    expect(await maker.make(photos.subarray(0, photos.length / 2), 'heic').catch(faultOf)).toBe('failed');
    expect(await maker.make(Buffer.from('no es una foto'), 'heif').catch(faultOf)).toBe('failed');
    const claimed = Buffer.from(photos);
    // The size that the file tells of its pictures (box `ispe`), 2,000,000,000 wide.
    for (let at = claimed.indexOf('ispe'); at >= 0; at = claimed.indexOf('ispe', at + 1))
      claimed.writeUInt32BE(2_000_000_000, at + 8);
    expect(await maker.make(claimed, 'heic').catch(faultOf)).toBe('failed');
  });
});
