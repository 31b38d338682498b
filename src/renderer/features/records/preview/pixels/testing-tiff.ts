import { zlibSync } from 'fflate';

/** How a file is written; tags that are not named here have their usual value. */
export interface Written {
  readonly width: number;
  readonly height: number;
  /** The values of each pixel, line by line. */
  readonly values: readonly (readonly number[])[];
  readonly bits: number;
  readonly photometric: number;
  readonly compression?: number;
  readonly predictor?: number;
  readonly layout?: 'strip' | 'strips' | 'tiles';
  readonly little?: boolean;
  /** Further tags, each with values of 16 bits. */
  readonly tags?: Readonly<Record<number, readonly number[]>>;
  /** The bytes of its only strip, as another program compressed them. */
  readonly strip?: Uint8Array;
}

const [SHORT, LONG] = [3, 4];
const ROWS = 4;
const TILE = 16;

/** Writes a TIFF by the book (TIFF 6.0), and so by nothing that reads them here. */
export function tiffOf(file: Written): ArrayBuffer {
  const { width, height, values, compression = 1, predictor = 1, layout = 'strip', little = true } = file;
  const isTiled = layout === 'tiles';
  const [wide, high] = isTiled ? [TILE, TILE] : [width, layout === 'strip' ? height : ROWS];
  const pieces: Uint8Array[] = [];
  for (let top = 0; top < height; top += high)
    for (let left = 0; left < width; left += wide)
      pieces.push(file.strip ?? compress(piece(file, left, top, wide, high), compression));
  const starts = pieces.map((_, at) => 8 + pieces.slice(0, at).reduce((sum, each) => sum + each.length, 0));
  const lengths = pieces.map((each) => each.length);
  const tags: [tag: number, values: readonly number[]][] = Object.entries({
    256: [width],
    257: [height],
    258: (values[0] ?? []).map(() => file.bits),
    259: [compression],
    262: [file.photometric],
    277: [values[0]?.length ?? 1],
    317: [predictor],
    ...(isTiled
      ? { 322: [wide], 323: [high], 324: starts, 325: lengths }
      : { 273: starts, 278: [high], 279: lengths }),
    ...file.tags,
  }).map(([tag, given]) => [Number(tag), given]);
  return assembled(pieces, tags, little);
}

function assembled(
  pieces: readonly Uint8Array[],
  tags: readonly (readonly [number, readonly number[]])[],
  little: boolean,
): ArrayBuffer {
  const body = pieces.reduce((sum, each) => sum + each.length, 8);
  const directory = body + (body % 2);
  let end = directory + 2 + tags.length * 12 + 4;
  const bytes = new Uint8Array(end + tags.reduce((sum, [, given]) => sum + given.length * 4, 0));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, directory, little);
  let at = 8;
  for (const each of pieces) {
    bytes.set(each, at);
    at += each.length;
  }
  view.setUint16(directory, tags.length, little);
  for (const [index, [tag, given]] of tags.entries()) {
    const entry = directory + 2 + index * 12;
    const type = [273, 279, 324, 325].includes(tag) ? LONG : SHORT;
    const size = type === LONG ? 4 : 2;
    view.setUint16(entry, tag, little);
    view.setUint16(entry + 2, type, little);
    view.setUint32(entry + 4, given.length, little);
    const from = given.length * size > 4 ? end : entry + 8;
    if (from === end) {
      view.setUint32(entry + 8, end, little);
      end += given.length * 4;
    }
    for (const [place, value] of given.entries())
      if (type === LONG) view.setUint32(from + place * 4, value, little);
      else view.setUint16(from + place * 2, value, little);
  }
  return bytes.buffer;
}

/** The lines of a strip or tile, packed; a strip ends with the page, and a tile does not. */
function piece(
  { width, height, values, bits, predictor = 1, layout, little = true }: Written,
  left: number,
  top: number,
  wide: number,
  high: number,
): Uint8Array {
  const samples = values[0]?.length ?? 1;
  const rows = layout === 'tiles' ? high : Math.min(high, height - top);
  const lines = Array.from({ length: rows }, (_, y) => {
    const line = Array.from({ length: wide }, (_, x) =>
      left + x < width && top + y < height
        ? (values[(top + y) * width + left + x] ?? [])
        : Array(samples).fill(0),
    ).flat();
    const noted =
      predictor === 2
        ? line.map((value, at) => (value - (line[at - samples] ?? 0) + 2 ** bits) % 2 ** bits)
        : line;
    return packed(noted, bits, little);
  });
  return Uint8Array.from(lines.flat());
}

function packed(values: readonly number[], bits: number, little: boolean): number[] {
  if (bits === 16) return values.flatMap((v) => (little ? [v & 255, v >> 8] : [v >> 8, v & 255]));
  const text = values.map((value) => value.toString(2).padStart(bits, '0')).join('');
  return (text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

function compress(bytes: Uint8Array, compression: number): Uint8Array {
  if (compression === 8 || compression === 32946) return zlibSync(bytes);
  if (compression === 5) return lzw(bytes);
  return compression === 32773 ? packBits(bytes) : bytes;
}

/** Every byte as itself, and the table cleared before its codes would need ten bits. */
function lzw(bytes: Uint8Array): Uint8Array {
  const codes: number[] = [];
  for (const [at, byte] of bytes.entries()) codes.push(...(at % 200 === 0 ? [256] : []), byte);
  const text = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('');
  return Uint8Array.from(
    (text.match(/.{1,8}/g) ?? []).map((each) => Number.parseInt(each.padEnd(8, '0'), 2)),
  );
}

/** Runs of two or more of the same byte as such, the others as they are. */
function packBits(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let length = 1;
    while (length < 128 && bytes[at + length] === bytes[at]) length += 1;
    out.push(length === 1 ? 0 : 257 - length, bytes[at] ?? 0);
    at += length;
  }
  return Uint8Array.from(out);
}
