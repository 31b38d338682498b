import { OfficeError } from './zip.ts';

/**
 * Checks the structure of a compound file (MS-CFB) before a library reads it: chains of sectors that turn in circles, or
 * that are shorter than what they hold, would keep such a reader busy for ever. Contents are not looked at.
 */

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Values from here on are marks (free, end of a chain), and no sectors. */
const FIRST_MARK = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const HEADER_TABLES = 109;
/** Streams that are smaller lie in the small sectors. */
const CUTOFF = 4096;
const SMALL = 64;
const UNUSED = 0;
const STREAM = 2;
const ROOT = 5;

const broken = (): OfficeError => new OfficeError('corrupt');

/** A table that says of each sector which one follows it. */
class Chains {
  private readonly table: readonly number[];
  private readonly taken = new Set<number>();

  constructor(table: readonly number[]) {
    this.table = table;
  }

  /**
   * The sectors of a chain, in order.
   * @throws OfficeError where it leaves the table, or where one of its sectors is in a chain already
   */
  take(start: number): number[] {
    const chain: number[] = [];
    for (let at = start; at < FIRST_MARK; at = this.table[at] ?? NO_ENTRY) {
      if (at >= this.table.length || this.taken.has(at)) throw broken();
      this.taken.add(at);
      chain.push(at);
    }
    return chain;
  }
}

/** @throws OfficeError (`corrupt`) */
export function checkCompoundFile(bytes: Uint8Array): void {
  if (bytes.length < HEADER_BYTES) throw broken();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = view.getUint16(30, true);
  if ((shift !== 9 && shift !== 12) || view.getUint16(32, true) !== 6) throw broken();
  const size = 2 ** shift;
  const u32 = (at: number): number => {
    if (at + 4 > bytes.length) throw broken();
    return view.getUint32(at, true);
  };
  const offsetOf = (sector: number): number => (sector + 1) * size;
  const wordsOf = (sector: number): number[] =>
    Array.from({ length: size / 4 }, (_, word) => u32(offsetOf(sector) + 4 * word));

  const fat = new Chains(tableSectors(u32, wordsOf).flatMap(wordsOf));
  const small = new Chains(fat.take(u32(60)).flatMap(wordsOf));
  const entries = fat.take(u32(48)).flatMap((sector) => {
    const first = offsetOf(sector);
    return Array.from({ length: size / ENTRY_BYTES }, (_, entry) => first + ENTRY_BYTES * entry);
  });
  checkTree(
    entries.map((at) =>
      linksOf(
        bytes[at + 66] ?? 0,
        [68, 72, 76].map((link) => u32(at + link)),
      ),
    ),
  );
  for (const at of entries) {
    const kind = bytes[at + 66];
    if (kind !== STREAM && kind !== ROOT) continue;
    const [start, length] = [u32(at + 116), u32(at + 120)];
    if (length > bytes.length) throw broken();
    if (length === 0) continue;
    const isSmall = kind === STREAM && length < CUTOFF;
    const sectors = (isSmall ? small : fat).take(start).length;
    // Some programs leave a chain longer than it needs to be.
    if (sectors < Math.ceil(length / (isSmall ? SMALL : size))) throw broken();
  }
}

/** The sectors of the table itself: some are named in the header, the others in a chain of lists. */
function tableSectors(u32: (at: number) => number, wordsOf: (sector: number) => number[]): number[] {
  const named = Array.from({ length: HEADER_TABLES }, (_, at) => u32(76 + 4 * at));
  const seen = new Set<number>();
  for (let list = u32(68); list < FIRST_MARK; ) {
    if (seen.has(list)) throw broken();
    seen.add(list);
    const words = wordsOf(list);
    named.push(...words.slice(0, -1));
    list = words.at(-1) ?? NO_ENTRY;
  }
  const sectors = named.filter((sector) => sector < FIRST_MARK);
  if (new Set(sectors).size !== sectors.length) throw broken();
  return sectors;
}

/** Those beside it, and for a folder the one below it; `undefined` for an entry that is not used. */
const linksOf = (kind: number, links: readonly number[]): readonly number[] | undefined =>
  kind === UNUSED ? undefined : links.slice(0, kind === STREAM ? 2 : 3);

/** Every entry hangs on one other at most, and none on itself: then whoever goes down from the root comes to an end. */
function checkTree(links: readonly (readonly number[] | undefined)[]): void {
  const hanging = new Set<number>([0]);
  for (const each of links.flatMap((own) => own ?? [])) {
    if (each === NO_ENTRY) continue;
    if (!links[each] || hanging.has(each)) throw broken();
    hanging.add(each);
  }
}
