import { describe, expect, it } from 'vitest';
import { changedRegions, type Pixels } from './changed-regions.ts';

/** A white image with black rectangles: left, top, width, height. */
function image(
  width: number,
  height: number,
  ...black: (readonly [number, number, number, number])[]
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [left, top, across, down] of black)
    for (let y = top; y < top + down; y += 1)
      for (let x = left; x < left + across; x += 1)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, data };
}

describe('regions that differ', () => {
  it('are none in equal images, nor where only the noise of a JPEG differs', () => {
    const one = image(240, 120, [24, 24, 30, 30]);
    const noisy = {
      ...one,
      data: one.data.map((value, at) => (at % 7 === 0 ? Math.max(0, value - 25) : value)),
    };
    expect(changedRegions(one, one)).toEqual([]);
    expect(changedRegions(one, noisy)).toEqual([]);
  });

  it('hold each place that changed, and only that', () => {
    const regions = changedRegions(
      image(240, 120, [24, 24, 30, 30]),
      image(240, 120, [24, 24, 30, 30], [120, 24, 12, 12], [204, 96, 20, 10]),
    );
    expect(regions).toEqual([
      { left: 0.5, top: 0.2, width: 0.05, height: 0.1 },
      { left: 204 / 240, top: 0.8, width: 24 / 240, height: 0.1 },
    ]);
  });

  it('that touch are one', () => {
    expect(changedRegions(image(240, 120), image(240, 120, [10, 10, 100, 8], [100, 12, 8, 60]))).toHaveLength(
      1,
    );
  });
});
