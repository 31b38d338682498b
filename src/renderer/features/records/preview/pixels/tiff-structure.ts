import { CannotShow, NoImage } from './pages.ts';

/** Bytes of one value of each type of TIFF 6.0. */
const TYPE_BYTES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4 },
};
const [SHORT, LONG, DIRECTORY] = [3, 4, 13];
/** Tags whose values are places of further directories: other sizes of a page, what the camera noted. */
const FURTHER: ReadonlySet<number> = new Set([330, 34665, 34853, 61440]);
const ENTRY_BYTES = 12;
/** BigTIFF, which has directories of another form. */
const BIG = 43;

/**
 * Checks a TIFF file's directories before a library follows them: no two ways lead to the same one, so none turns in a
 * circle, and no entry has more values than the file has bytes.
 * @throws NoImage
 * @throws CannotShow for one of more than 4 GB
 */
export function checkTiff(bytes: ArrayBuffer): void {
  const view = new DataView(bytes);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    if (!isLittle && view.getUint16(0) !== 0x4d4d) throw new NoImage('not a TIFF');
    if (view.getUint16(2, isLittle) === BIG) throw new CannotShow('addresses of 64 bits');
    const seen = new Set<number>();
    const open = [view.getUint32(4, isLittle)];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) throw new NoImage('its directories turn in a circle');
      seen.add(at);
      open.push(...furtherOf(view, at, isLittle));
    }
  } catch (error) {
    throw error instanceof NoImage ? error : new NoImage('it ends too early');
  }
}

/** The directories to which this one leads. @throws RangeError where the file ends before it */
function furtherOf(view: DataView, at: number, isLittle: boolean): number[] {
  const count = view.getUint16(at, isLittle);
  const found: number[] = [];
  for (let entry = at + 2; entry < at + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
    const [tag, type] = [view.getUint16(entry, isLittle), view.getUint16(entry + 2, isLittle)];
    const values = view.getUint32(entry + 4, isLittle);
    const size = values * (TYPE_BYTES[type] ?? 1);
    if (size > view.byteLength) throw new NoImage('an entry is larger than the file');
    if (!FURTHER.has(tag) || (type !== SHORT && type !== LONG && type !== DIRECTORY)) continue;
    const from = size > 4 ? view.getUint32(entry + 8, isLittle) : entry + 8;
    for (let value = 0; value < values; value += 1)
      found.push(
        type === SHORT
          ? view.getUint16(from + value * 2, isLittle)
          : view.getUint32(from + value * 4, isLittle),
      );
  }
  const next = view.getUint32(at + 2 + count * ENTRY_BYTES, isLittle);
  return next === 0 ? found : [...found, next];
}
