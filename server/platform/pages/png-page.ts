import { concatTransformationMatrix, drawObject, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { NoPages } from './page-maker.ts';
import { type Png, readPng } from './png-chunks.ts';

/** Points of 1/72 inch that a pixel takes, and the longest side that a page may have. */
const POINTS = 72 / 96;
const LONGEST_POINTS = 14_400;
/** Pixels. Drawing more would only end at the limits of the program. */
const PIXELS_MAX = 300e6;

/** Values of a pixel, and how many bits they may have, by the kind of colours of a PNG. */
const KINDS: Readonly<Record<number, { samples: number; bits: readonly number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8] },
  2: { samples: 3, bits: [8] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8] },
  6: { samples: 4, bits: [8] },
};

/**
 * A PDF with a page for a PNG, of its size in pixels. Its pixels go into it as they are, because a PDF compresses lines
 * the same way: nothing is decoded here.
 * @throws NoPages where it is none, claims to be enormous, or is of a kind that no PDF holds (interlaced, 16 bits)
 */
export async function pngPage(bytes: Uint8Array): Promise<Buffer> {
  const png = readPng(bytes);
  const { width, height, bits } = png;
  if (width * height > PIXELS_MAX) throw new NoPages('too_large');
  const kind = KINDS[png.colors];
  if (!kind?.bits.includes(bits) || png.isInterlaced) throw new NoPages('kind');
  const document = await PDFDocument.create();
  const { context } = document;
  const image = context.stream(png.pixels, {
    ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: bits },
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: kind.samples, BitsPerComponent: bits, Columns: width },
  });
  image.dict.set(PDFName.of('ColorSpace'), spaceOf(document, png));
  const through = seenThrough(png);
  if (through) image.dict.set(PDFName.of('Mask'), context.obj(through));
  const scale = Math.min(POINTS, LONGEST_POINTS / Math.max(width, height));
  const page = document.addPage([width * scale, height * scale]);
  page.node.setXObject(PDFName.of('picture'), context.register(image));
  page.pushOperators(
    concatTransformationMatrix(width * scale, 0, 0, height * scale, 0, 0),
    drawObject('picture'),
  );
  return Buffer.from(await document.save());
}

/** Lays a value over white: of a value and its opacity on the stack it leaves one. */
const OVER_WHITE = 'exch 1 exch sub mul 1 exch sub';
/** The same for red, green and blue before their opacity. */
const COLORS_OVER_WHITE =
  `dup 5 1 roll ${OVER_WHITE} 3 1 roll 3 index ${OVER_WHITE} ` + `3 1 roll 4 -1 roll ${OVER_WHITE} 3 1 roll`;

function spaceOf(document: PDFDocument, { colors, palette, transparency }: Png) {
  const { context } = document;
  if (colors === 3) {
    const count = Math.floor(palette.length / 3);
    if (count === 0) throw new NoPages('failed');
    const white = (value: number, at: number): number => {
      const opacity = (transparency[Math.floor(at / 3)] ?? 255) / 255;
      return Math.round(255 - opacity * (255 - value));
    };
    const shown = Buffer.from(palette.subarray(0, count * 3).map(white));
    const lookup = PDFHexString.of(shown.toString('hex'));
    return context.obj(['Indexed', 'DeviceRGB', count - 1, lookup]);
  }
  const base = colors === 2 || colors === 6 ? 'DeviceRGB' : 'DeviceGray';
  if (colors < 4) return PDFName.of(base);
  // A PDF keeps opacity apart from colours. Together they are inks, of which a function says how they look.
  const [inks, code] = colors === 6 ? [['R', 'G', 'B', 'A'], COLORS_OVER_WHITE] : [['G', 'A'], OVER_WHITE];
  const shown = inks.slice(1).flatMap(() => [0, 1]);
  const look = context.stream(`{ ${code} }`, {
    FunctionType: 4,
    Domain: inks.flatMap(() => [0, 1]),
    Range: shown,
  });
  return context.obj(['DeviceN', inks, base, context.register(look)]);
}

/** The one colour of a picture without opacity that is seen through, if there is one: its values, each from and to. */
function seenThrough({ colors, transparency }: Png): number[] | undefined {
  const values = colors === 0 ? 1 : colors === 2 ? 3 : 0;
  if (values === 0 || transparency.length < values * 2) return undefined;
  return Array.from({ length: values }, (_, at) => transparency.readUInt16BE(at * 2)).flatMap((value) => [
    value,
    value,
  ]);
}
