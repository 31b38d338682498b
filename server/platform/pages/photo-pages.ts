import { degrees, PDFDocument } from 'pdf-lib';
import { NoPages } from './page-maker.ts';

/** Points of 1/72 inch that a pixel takes, so that whoever zooms to 100 % sees a pixel of CSS (1/96 inch) for each. */
const POINTS = 72 / 96;
/** The longest side that a page may have. */
const LONGEST_POINTS = 14_400;
/** Pixels. The largest cameras make half as many; drawing more would only end at the limits of the program. */
const PIXELS_MAX = 300e6;

/** How a photo is turned to be upright: clockwise, after it was mirrored from left to right or not. */
interface Turn {
  readonly degrees: number;
  readonly mirrored: boolean;
}
const UPRIGHT: Turn = { degrees: 0, mirrored: false };
/** By the number that Exif has for it. */
const TURNS: Readonly<Record<number, Turn>> = {
  2: { degrees: 0, mirrored: true },
  3: { degrees: 180, mirrored: false },
  4: { degrees: 180, mirrored: true },
  5: { degrees: 270, mirrored: true },
  6: { degrees: 90, mirrored: false },
  7: { degrees: 90, mirrored: true },
  8: { degrees: 270, mirrored: false },
};

/**
 * A PDF with a page for each JPEG, of its size in pixels. Their pixels go into it as they are: nothing is decoded here.
 * @param turnOf how each is turned; as its own notes say by default
 * @throws NoPages where one is none, or claims to be enormous
 */
export async function photoPages(photos: readonly Uint8Array[], turnOf = turnIn): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const photo of photos) {
    // A copy, because pdf-lib reads from the beginning of the memory in which the bytes lie, which a small Buffer shares.
    const image = await document.embedJpg(new Uint8Array(photo)).catch(() => {
      throw new NoPages('failed');
    });
    if (image.width * image.height > PIXELS_MAX) throw new NoPages('too_large');
    const scale = Math.min(POINTS, LONGEST_POINTS / Math.max(image.width, image.height));
    const [width, height] = [image.width * scale, image.height * scale];
    const turn = turnOf(photo);
    const page = document.addPage([width, height]);
    page.drawImage(image, {
      ...{ x: turn.mirrored ? width : 0, y: 0 },
      ...{ width: turn.mirrored ? -width : width, height },
    });
    page.setRotation(degrees(turn.degrees));
  }
  return Buffer.from(await document.save());
}

/** Of photos that are upright already, whatever their notes say. */
export const asTheyAre = (): Turn => UPRIGHT;

const EXIF = Buffer.from('Exif\0\0');
const ORIENTATION = 0x0112;

/** How the notes of a camera in a JPEG (Exif) say that it is turned. */
function turnIn(jpeg: Uint8Array): Turn {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  try {
    for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
      const marker = view.getUint8(at + 1);
      // The pixels begin: what was to be said was said before.
      if (marker === 0xda) break;
      const body = jpeg.subarray(at + 4, at + 4 + EXIF.length);
      if (marker === 0xe1 && EXIF.equals(body))
        return TURNS[orientationIn(view, at + 4 + EXIF.length)] ?? UPRIGHT;
    }
  } catch (error) {
    // They are cut, or point beyond the end.
    if (!(error instanceof RangeError)) throw error;
  }
  return UPRIGHT;
}

/** The number of the orientation among the notes, which are written as in a TIFF that begins at `start`. */
function orientationIn(view: DataView, start: number): number {
  const little = view.getUint16(start) === 0x4949;
  const list = start + view.getUint32(start + 4, little);
  const count = view.getUint16(list, little);
  for (let at = list + 2; at < list + 2 + count * 12; at += 12)
    if (view.getUint16(at, little) === ORIENTATION) return view.getUint16(at + 8, little);
  return 1;
}
