import { expect, it } from 'vitest';
import { isHuge, PIXELS_MAX, pixelsOf } from './image-size.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((each) => each.charCodeAt(0)) : part)),
  );
const png = (width: number[], height: number[]): Uint8Array =>
  bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', width, height, [8, 6, 0, 0, 0]);

it('reads how large a picture is from its head', () => {
  expect(pixelsOf(png([0, 0, 0, 100], [0, 0, 1, 0]))).toBe(25_600);
  expect(pixelsOf(bytes('GIF89a', [0x10, 0, 0x20, 0]))).toBe(512);
  expect(pixelsOf(bytes('BM', Array(16).fill(0), [100, 0, 0, 0], [0xce, 0xff, 0xff, 0xff]))).toBe(5000);
  const exif = [0xff, 0xe1, 0, 4, 1, 2];
  expect(pixelsOf(bytes([0xff, 0xd8], exif, [0xff, 0xc2, 0, 17, 8, 1, 0, 2, 0, 3, 1]))).toBe(256 * 512);
  const extended = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', Array(8).fill(0), [99, 0, 0, 49, 0, 0]);
  expect(pixelsOf(extended)).toBe(5000);
  for (const other of [bytes(), bytes('PK'), bytes([0xff, 0xd8, 0xff]), bytes([0x89], 'PNG')])
    expect(pixelsOf(other)).toBe(0);
});

it('knows the ones that would fill the memory', async () => {
  const huge = png([0, 0, 0xff, 0xff], [0, 0, 0xff, 0xff]);
  expect(pixelsOf(huge)).toBeGreaterThan(PIXELS_MAX);
  expect(await isHuge(new Blob([huge as BlobPart]))).toBe(true);
  expect(await isHuge(new Blob(['texto']))).toBe(false);
});
