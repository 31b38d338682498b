import type { IFD } from 'utif2';
import * as utif from 'utif2';
import { NoImage, type Page, type Placed } from './pages.ts';
import { grayAsPalette, grayWithAlpha, withAlpha } from './tiff-colors.ts';
import { decompressed } from './tiff-data.ts';
import { checkKind } from './tiff-kinds.ts';
import { checkTiff } from './tiff-structure.ts';
import { COMPRESSION, numberOf, PHOTOMETRIC, TAG } from './tiff-tags.ts';

// Node sees a CommonJS module, bundlers its names.
const { decode, decodeImage, toRGBA8 } = (utif as { default?: typeof utif }).default ?? utif;

const REDUCED = 1;
/** Other relations of the two resolutions are mistakes of the program that wrote them. */
const STRETCH_MAX = 4;

/** What each value of the orientation says: quarters of a turn to the right, after mirroring. */
const ORIENTATIONS: Readonly<Record<number, readonly [turns: number, mirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [2, false],
  4: [2, true],
  5: [3, true],
  6: [1, false],
  7: [1, true],
  8: [3, false],
};

/**
 * The pages of a TIFF file, such as a scanner or a fax machine makes. Small copies of a page are no pages.
 * @throws NoImage
 */
export function tiffPages(bytes: ArrayBuffer): Page[] {
  const pages = directoriesOf(bytes).flatMap((page) => {
    const size = sizeOf(page);
    const isReduced = ((numberOf(page, TAG.subfile) ?? 0) & REDUCED) !== 0;
    return size && !isReduced ? [{ page, size }] : [];
  });
  if (pages.length === 0) throw new NoImage('no page');
  return pages.map(({ page, size }) => ({
    ...size,
    decode: async () => {
      checkKind(page);
      // A copy, because what follows changes tags; the page may be asked for again.
      const flat = decompressed(bytes, { ...page });
      declareColors(flat.page);
      decodeImage(flat.bytes, flat.page);
      const { width, height } = flat.page;
      const rgba = rgbaOf(flat.page);
      if (rgba.length !== width * height * 4 || rgba.length === 0) throw new NoImage('no pixels');
      return {
        width,
        height,
        rgba: new Uint8ClampedArray(rgba.buffer as ArrayBuffer),
        placed: placedOf(page),
      };
    },
  }));
}

/** The library decodes each JPEG to red, green and blue, and believes a gray page that it has one value for each pixel. */
function declareColors(page: IFD): void {
  if (numberOf(page, TAG.compression) !== COMPRESSION.jpeg || numberOf(page, TAG.samples) !== 1) return;
  Object.assign(page, { [TAG.bits]: [8, 8, 8], [TAG.samples]: [3], [TAG.photometric]: [PHOTOMETRIC.rgb] });
}

/** For inks (CMYK) the library looks for a converter of colours in `window`, which a worker has not. */
function rgbaOf(decoded: IFD): Uint8Array {
  const page = grayAsPalette(grayWithAlpha(decoded));
  if ('window' in globalThis) return withAlpha(page, toRGBA8(page));
  try {
    Object.assign(globalThis, { window: {} });
    return withAlpha(page, toRGBA8(page));
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
}

/** Without the notes of cameras, which are of many forms and no pages. */
function directoriesOf(bytes: ArrayBuffer): IFD[] {
  checkTiff(bytes);
  try {
    return (decode as (bytes: ArrayBuffer, options: object) => IFD[])(bytes, { parseMN: false });
  } catch (error) {
    throw new NoImage(String(error));
  }
}

function sizeOf(page: IFD): { width: number; height: number } | undefined {
  const [width, height] = [numberOf(page, TAG.width), numberOf(page, TAG.height)];
  return width && height && width > 0 && height > 0 ? { width, height } : undefined;
}

function placedOf(page: IFD): Placed {
  const [turns, mirrored] = ORIENTATIONS[numberOf(page, TAG.orientation) ?? 1] ?? [0, false];
  return {
    turns,
    mirrored,
    stretch: stretchOf(numberOf(page, TAG.xResolution), numberOf(page, TAG.yResolution)),
  };
}

/** Makes the side with fewer dots per inch longer, so that no detail is lost. */
function stretchOf(x: number | undefined, y: number | undefined): Placed['stretch'] {
  const relation = x && y && x > 0 && y > 0 ? x / y : 1;
  if (relation > STRETCH_MAX || relation < 1 / STRETCH_MAX) return { x: 1, y: 1 };
  return relation > 1 ? { x: 1, y: relation } : { x: 1 / relation, y: 1 };
}
