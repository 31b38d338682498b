import { NoPages } from './page-maker.ts';

/** What a PNG says of itself, and its pixels, which stay compressed. */
export interface Png {
  readonly width: number;
  readonly height: number;
  /** Of each value. */
  readonly bits: number;
  /** The kind of colours, by the number that a PNG has for it. */
  readonly colors: number;
  readonly isInterlaced: boolean;
  /** Red, green and blue of each colour. */
  readonly palette: Buffer;
  /** The opacity of each colour of the palette, or the one colour that is seen through. */
  readonly transparency: Buffer;
  readonly pixels: Buffer;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of the length before a chunk, its name, and the checksum after it. */
const AROUND = 12;

/**
 * Reads the chunks of a PNG, none of which is decoded.
 * @throws NoPages where it is none, or damaged
 */
export function readPng(bytes: Uint8Array): Png {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new NoPages('failed');
  const none: Buffer = Buffer.alloc(0);
  const pixels: Buffer[] = [];
  let [head, palette, transparency] = [none, none, none];
  let isWhole = false;
  for (let at = SIGNATURE.length; at + AROUND <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (body.length < length) throw new NoPages('failed');
    if (name === 'IHDR') head = body;
    else if (name === 'PLTE') palette = body;
    else if (name === 'tRNS') transparency = body;
    else if (name === 'IDAT') pixels.push(body);
    else if (name === 'IEND') isWhole = true;
    if (isWhole) break;
    at += AROUND + length;
  }
  if (!isWhole || head.length !== 13 || pixels.length === 0) throw new NoPages('failed');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  if (width === 0 || height === 0) throw new NoPages('failed');
  const [bits = 0, colors = 0, , , interlaced] = head.subarray(8);
  return {
    ...{ width, height, bits, colors, isInterlaced: interlaced !== 0 },
    ...{ palette, transparency, pixels: Buffer.concat(pixels) },
  };
}
