import type { Pixels } from './changed-regions.ts';

/** The longer side in pixels at which images are compared. A change of one point in a large photograph is lost. */
const LONGEST = 1_600;

/** Pixels of the longer side to which both images are made smaller for the comparison; undefined where they are not. */
export function reducedTo(before: HTMLImageElement, after: HTMLImageElement): number | undefined {
  const sides = [before, after].flatMap((each) => [each.naturalWidth, each.naturalHeight]);
  return Math.max(...sides) > LONGEST ? LONGEST : undefined;
}

/** The pixels of both images, drawn from their upper left corners at one scale on white, as large as the larger one. */
export function readPixels(before: HTMLImageElement, after: HTMLImageElement): [Pixels, Pixels] {
  const size = {
    width: Math.max(before.naturalWidth, after.naturalWidth),
    height: Math.max(before.naturalHeight, after.naturalHeight),
  };
  const scale = Math.min(1, LONGEST / Math.max(size.width, size.height, 1));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const draw = (image: HTMLImageElement): Pixels => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No canvas for comparing images');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale);
    return context.getImageData(0, 0, width, height);
  };
  return [draw(before), draw(after)];
}
