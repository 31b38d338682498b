import { unzlibSync } from 'fflate';
import type { IFD } from 'utif2';
import { PIXELS_LIMITS } from './messages.ts';
import { CannotShow, NoImage } from './pages.ts';
import { COMPRESSION, FAX, numberOf, numbersOf, TAG } from './tiff-tags.ts';

/** The pieces of a page: strips of its full width, or tiles. */
interface Pieces {
  readonly offsets: string;
  readonly bytes: string;
  readonly at: readonly number[];
  readonly lengths: readonly number[];
  /** Bytes of each, once decompressed. */
  readonly sizes: readonly number[];
}

/**
 * The bytes of a file, and the page's tags, as the library reads them: it finds no decompressor for Deflate in a worker.
 * @throws NoImage where a piece is missing
 * @throws CannotShow for older ways to write what has the same tags
 */
export function decompressed(bytes: ArrayBuffer, page: IFD): { bytes: ArrayBuffer; page: IFD } {
  const compression = numberOf(page, TAG.compression) ?? COMPRESSION.none;
  const pieces = piecesOf(page, compression === COMPRESSION.none);
  const data = new Uint8Array(bytes);
  for (const [index, at] of pieces.at.entries()) checkPiece(data, at, compression, pieces, index);
  if (compression !== COMPRESSION.deflate && compression !== COMPRESSION.oldDeflate) return { bytes, page };

  // The order of bytes, which the library reads from the file's first two.
  const order = data.subarray(0, 2);
  const flat = new Uint8Array(pieces.sizes.reduce((sum, size) => sum + size, order.length));
  flat.set(order);
  let end = order.length;
  const starts = pieces.at.map((from, index) => {
    const start = end;
    end += pieces.sizes[index] ?? 0;
    inflate(data.subarray(from, from + (pieces.lengths[index] ?? 0)), flat.subarray(start, end));
    return start;
  });
  const tags = {
    [TAG.compression]: [COMPRESSION.none],
    [pieces.offsets]: starts,
    [pieces.bytes]: pieces.sizes,
  };
  return { bytes: flat.buffer, page: Object.assign(page, tags) };
}

/** Fills the space for it, and no more. @throws NoImage where it is damaged or too short */
function inflate(from: Uint8Array, into: Uint8Array): void {
  let length = 0;
  try {
    length = unzlibSync(from, { out: into }).length;
  } catch (error) {
    throw new NoImage(String(error));
  }
  if (length < into.length) throw new NoImage('a part of it is missing');
}

function piecesOf(page: IFD, isRaw: boolean): Pieces {
  const of = (tag: string): number => numberOf(page, tag) ?? 0;
  const isTiled = of(TAG.tileWidth) > 0;
  const [width, height] = [of(TAG.width), of(TAG.height)];
  const wide = isTiled ? of(TAG.tileWidth) : width;
  const high = isTiled ? of(TAG.tileHeight) : Math.min(of(TAG.rowsPerStrip) || height, height);
  const count = Math.ceil(width / wide) * Math.ceil(height / high);
  if (!(count * wide * high <= 2 * PIXELS_LIMITS.pixels))
    throw new CannotShow('tiles much larger than the page');
  const [offsets, bytes] = isTiled ? [TAG.tileOffsets, TAG.tileBytes] : [TAG.stripOffsets, TAG.stripBytes];
  const line = Math.ceil((wide * (numberOf(page, TAG.bits) ?? 1) * (numberOf(page, TAG.samples) ?? 1)) / 8);
  const sizes = Array.from({ length: count }, (_, index) => {
    const rows = isTiled || index < count - 1 ? high : height - high * (count - 1);
    return rows * line;
  });
  const [at, given] = [numbersOf(page, offsets), numbersOf(page, bytes)];
  // One strip that is not compressed needs no length.
  const lengths = isRaw && count === 1 && given.length === 0 ? sizes : given;
  if (at.length < count || lengths.length < count) throw new NoImage('a part of it is missing');
  return { offsets, bytes, at: at.slice(0, count), lengths: lengths.slice(0, count), sizes };
}

/** Whether a piece is in the file, and begins as what the library decodes does. */
function checkPiece(
  data: Uint8Array,
  at: number,
  compression: number,
  { lengths, sizes }: Pieces,
  index: number,
): void {
  const wanted = compression === COMPRESSION.none ? (sizes[index] ?? 0) : 1;
  if (at + wanted > data.length || (lengths[index] ?? 0) < wanted) throw new NoImage('it ends too early');
  // LZW of before 1988 has its bits the other way round, and a fax without a mark at its first line loses this line.
  if (compression === COMPRESSION.lzw && data[at] !== 0x80) throw new CannotShow('an older LZW');
  if (compression === FAX.group3 && data[at] !== 0) throw new CannotShow('a fax without marks of lines');
}
