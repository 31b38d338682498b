import type { IFD } from 'utif2';
import { numberOf, numbersOf, PHOTOMETRIC, TAG } from './tiff-tags.ts';

/** What a further value of a pixel is. Without a word about it, it is no opacity. */
const [MULTIPLIED, OPACITY] = [1, 2];
/** The largest value of a colour in a palette. */
const FULL = 65535;

/** Gray with opacity as red, green, blue and opacity: the library reads the opacities of 16 bits as grays. */
export function grayWithAlpha(page: IFD): IFD {
  const [photometric, samples] = [numberOf(page, TAG.photometric), numberOf(page, TAG.samples)];
  if (photometric !== PHOTOMETRIC.blackIsZero || samples !== 2) return page;
  const { data } = page;
  const bytes = (numberOf(page, TAG.bits) ?? 8) / 8;
  const colors = new Uint8Array((data.length / bytes / 2) * 4);
  // Of two bytes the second one is the larger part; the library orders them so.
  for (let to = 0, from = bytes - 1; to < colors.length; to += 4, from += 2 * bytes) {
    colors.fill(data[from] ?? 0, to, to + 3);
    colors[to + 3] = data[from + bytes] ?? 0;
  }
  const tags = { [TAG.photometric]: [PHOTOMETRIC.rgb], [TAG.bits]: [8, 8, 8, 8], [TAG.samples]: [4] };
  return Object.assign(page, tags, { data: colors });
}

/** Grays of two and four bits as a palette of them: the library reads them for one of white and black each only. */
export function grayAsPalette(page: IFD): IFD {
  const [photometric, bits] = [numberOf(page, TAG.photometric), numberOf(page, TAG.bits) ?? 1];
  const isWhiteFirst = photometric === PHOTOMETRIC.whiteIsZero;
  if ((!isWhiteFirst && photometric !== PHOTOMETRIC.blackIsZero) || (bits !== 2 && bits !== 4)) return page;
  const ramp = Array.from({ length: 2 ** bits }, (_, at) => Math.round((FULL * at) / (2 ** bits - 1)));
  if (isWhiteFirst) ramp.reverse();
  return Object.assign(page, {
    [TAG.photometric]: [PHOTOMETRIC.palette],
    [TAG.colorMap]: [...ramp, ...ramp, ...ramp],
  });
}

/** The opacity as the file means it: none where it says nothing, and colours that are not yet multiplied with it. */
export function withAlpha(page: IFD, rgba: Uint8Array): Uint8Array {
  const photometric = numberOf(page, TAG.photometric);
  // For the last pixel of four inks the library reads an opacity beyond the end.
  if (photometric === PHOTOMETRIC.inks) rgba[rgba.length - 1] = 255;
  if (photometric !== PHOTOMETRIC.rgb || numberOf(page, TAG.samples) !== 4) return rgba;
  const [extra] = numbersOf(page, TAG.extraSamples);
  if (extra === OPACITY) return rgba;
  for (let at = 3; at < rgba.length; at += 4) {
    const alpha = rgba[at] ?? 0;
    if (extra !== MULTIPLIED) rgba[at] = 255;
    else if (alpha > 0 && alpha < 255)
      for (let color = at - 3; color < at; color += 1)
        rgba[color] = Math.min(255, Math.round(((rgba[color] ?? 0) * 255) / alpha));
  }
  return rgba;
}
