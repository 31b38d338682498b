import type { IFD } from 'utif2';

/** Tags of TIFF 6.0, by the names under which the library keeps their values. */
export const TAG = {
  subfile: 't254',
  width: 't256',
  height: 't257',
  bits: 't258',
  compression: 't259',
  photometric: 't262',
  fillOrder: 't266',
  stripOffsets: 't273',
  orientation: 't274',
  samples: 't277',
  rowsPerStrip: 't278',
  stripBytes: 't279',
  xResolution: 't282',
  yResolution: 't283',
  planar: 't284',
  faxOptions3: 't292',
  faxOptions4: 't293',
  predictor: 't317',
  colorMap: 't320',
  tileWidth: 't322',
  tileHeight: 't323',
  tileOffsets: 't324',
  tileBytes: 't325',
  inkSet: 't332',
  extraSamples: 't338',
  sampleFormat: 't339',
} as const;

export const COMPRESSION = {
  none: 1,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  oldDeflate: 32946,
  packBits: 32773,
} as const;
/** The three of fax machines: runs, group 3, group 4. */
export const FAX = { runs: 2, group3: 3, group4: 4 } as const;
export const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, inks: 5, yCbCr: 6 } as const;

type Value = number | readonly [number, number];

/** The values of a tag; none where the page has not got it. */
export function numbersOf(page: IFD, tag: string): number[] {
  const values = Array.from((page[tag] as ArrayLike<Value> | undefined) ?? []);
  return values.map((value) => (typeof value === 'object' ? value[0] / value[1] : value));
}

/** The first value of a tag, where it is a number. */
export function numberOf(page: IFD, tag: string): number | undefined {
  const [value] = numbersOf(page, tag);
  return Number.isFinite(value) ? value : undefined;
}
