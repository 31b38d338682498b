import type { IFD } from 'utif2';
import { CannotShow } from './pages.ts';
import { COMPRESSION, FAX, numberOf, numbersOf, PHOTOMETRIC, TAG } from './tiff-tags.ts';

/** What a page has to have in common with its kind. */
interface Kind {
  readonly compressions: readonly number[];
  readonly photometrics: readonly number[];
  readonly bits: readonly number[];
  readonly samples: readonly number[];
  readonly predictors?: readonly number[];
  readonly fillOrders?: readonly number[];
}

/** In these the predictor counts; other programs ignore it elsewhere, and the library does not. */
const PREDICTED = [COMPRESSION.lzw, COMPRESSION.deflate, COMPRESSION.oldDeflate];
const RAW = [COMPRESSION.none, COMPRESSION.packBits, ...PREDICTED];
const GRAY = [PHOTOMETRIC.whiteIsZero, PHOTOMETRIC.blackIsZero];
/** Values of one byte or two, which alone can be noted as differences. */
const WHOLE = [
  { photometrics: GRAY, bits: [8, 16], samples: [1] },
  { photometrics: [PHOTOMETRIC.blackIsZero], bits: [8, 16], samples: [2] },
  { photometrics: [PHOTOMETRIC.rgb], bits: [8, 16], samples: [3, 4] },
  { photometrics: [PHOTOMETRIC.palette], bits: [8], samples: [1] },
  { photometrics: [PHOTOMETRIC.inks], bits: [8], samples: [4] },
] as const;

/** What is drawn right, as `tiff-kinds.test.ts` shows for each; the library draws others too, and wrong. */
const KINDS: readonly Kind[] = [
  { compressions: Object.values(FAX), photometrics: GRAY, bits: [1], samples: [1], fillOrders: [1, 2] },
  { compressions: RAW, photometrics: [...GRAY, PHOTOMETRIC.palette], bits: [1, 2, 4], samples: [1] },
  ...WHOLE.map((whole) => ({ ...whole, compressions: RAW })),
  ...WHOLE.map((whole) => ({ ...whole, compressions: PREDICTED, predictors: [2] })),
  { compressions: [COMPRESSION.jpeg], photometrics: [PHOTOMETRIC.blackIsZero], bits: [8], samples: [1, 2] },
  {
    compressions: [COMPRESSION.jpeg],
    photometrics: [PHOTOMETRIC.rgb, PHOTOMETRIC.yCbCr],
    bits: [8],
    samples: [3],
  },
];

/** Values that every page has which is drawn; each is what a page without the tag means. */
const ALWAYS = [
  [TAG.inkSet, [1]],
  // Whole numbers, or not said.
  [TAG.sampleFormat, [1, 4]],
] as const;
/** Notes of cameras, by which the library decodes a page in ways of its own. */
const OF_CAMERAS = ['t45', 't33422', 't50885'];
/** Of a fax: parts of it may be not compressed. */
const PARTS_UNCOMPRESSED = 2;

/**
 * Lets a page pass that is drawn as it is. A false picture is worse than none: somebody decides on it.
 * @throws CannotShow
 */
export function checkKind(page: IFD): void {
  const of = (tag: string, usual: number): number => numberOf(page, tag) ?? usual;
  const [compression, samples] = [of(TAG.compression, COMPRESSION.none), of(TAG.samples, 1)];
  const bits = numbersOf(page, TAG.bits);
  const depth = bits[0] ?? 1;
  const isKnown = KINDS.some(
    (kind) =>
      kind.compressions.includes(compression) &&
      kind.photometrics.includes(of(TAG.photometric, -1)) &&
      kind.bits.includes(depth) &&
      kind.samples.includes(samples) &&
      (kind.predictors ?? [1]).includes(of(TAG.predictor, 1)) &&
      (kind.fillOrders ?? [1]).includes(of(TAG.fillOrder, 1)),
  );
  const isPlain =
    bits.every((each) => each === depth) &&
    (samples === 1 || of(TAG.planar, 1) === 1) &&
    ALWAYS.every(([tag, allowed]) =>
      numbersOf(page, tag).every((value) => (allowed as readonly number[]).includes(value)),
    ) &&
    (of(TAG.faxOptions3, 0) & PARTS_UNCOMPRESSED) === 0 &&
    (of(TAG.faxOptions4, 0) & PARTS_UNCOMPRESSED) === 0 &&
    !OF_CAMERAS.some((tag) => tag in page);
  if (!isKnown || !isPlain || !hasPalette(page, depth))
    throw new CannotShow('a kind that is not drawn right');
}

/** Some programs write the colours with 8 bits where they have 16, which the library takes for black. */
function hasPalette(page: IFD, depth: number): boolean {
  if (numberOf(page, TAG.photometric) !== PHOTOMETRIC.palette) return true;
  const map = numbersOf(page, TAG.colorMap);
  return map.length === 3 * 2 ** depth && map.some((value) => value > 255);
}
