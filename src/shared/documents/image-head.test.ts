import { describe, expect, it } from 'vitest';
import { type ImageHead, imageHead } from './image-head.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  );
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 1, 0, 2], [0, 0, 3, 4]);
const gif = bytes('GIF89a', [0x40, 0x01], [0xf0, 0x00]);
const bmp = bytes('BM', zeros(16), [0x40, 0x01, 0, 0], [0x10, 0xff, 0xff, 0xff]);
const jpegHead = [0xff, 0xd8];
const app = [0xff, 0xe0, 0, 4, 1, 2];
const frame = (marker: number): number[] => [0xff, marker, 0, 11, 8, 0x01, 0x40, 0x02, 0x80, 3];
const webp = (kind: string, rest: number[]): Uint8Array => bytes('RIFF', zeros(4), 'WEBP', kind, rest);

const HEADS: readonly [string, Uint8Array, ImageHead][] = [
  ['PNG', png, { type: 'image/png', width: 65_538, height: 772 }],
  ['GIF', gif, { type: 'image/gif', width: 320, height: 240 }],
  ['a BMP that is stored from the top', bmp, { type: 'image/bmp', width: 320, height: 240 }],
  ['JPEG', bytes(jpegHead, frame(0xc0)), { type: 'image/jpeg', width: 640, height: 320 }],
  ['JPEG, progressive', bytes(jpegHead, app, frame(0xc2)), { type: 'image/jpeg', width: 640, height: 320 }],
  [
    'JPEG, the last kind of frame',
    bytes(jpegHead, frame(0xcf)),
    { type: 'image/jpeg', width: 640, height: 320 },
  ],
  [
    'JPEG with filling, a mark without a length, and tables that are no frame',
    bytes(
      jpegHead,
      [0xff],
      app,
      [0xff, 0xd0],
      [0xff, 0xd8],
      [0xff, 0xc4, 0, 3, 0],
      [0xff, 0xc8, 0, 3, 0],
      [0xff, 0xcc, 0, 3, 0],
      frame(0xc1),
    ),
    { type: 'image/jpeg', width: 640, height: 320 },
  ],
  ['JPEG without a frame', bytes(jpegHead, app, app), { type: 'image/jpeg', width: 0, height: 0 }],
  [
    'JPEG that is none after its head',
    bytes(jpegHead, [1], frame(0xc0)),
    { type: 'image/jpeg', width: 0, height: 0 },
  ],
  [
    'WebP with a canvas',
    webp('VP8X', [...zeros(8), 0x3f, 0x01, 0x01, 0xef, 0x00, 0x02]),
    { type: 'image/webp', width: 65_856, height: 131_312 },
  ],
  [
    'WebP with loss',
    webp('VP8 ', [...zeros(10), 0x40, 0xc1, 0xf0, 0x40]),
    { type: 'image/webp', width: 320, height: 240 },
  ],
  [
    'WebP without loss',
    webp('VP8L', [...zeros(5), 0x3f, 0xc1, 0x3b, 0x00, 0, 0]),
    { type: 'image/webp', width: 320, height: 240 },
  ],
  ['WebP of another kind', webp('ALPH', zeros(20)), { type: 'image/webp', width: 0, height: 0 }],
];

describe('the head of a picture', () => {
  it.each(HEADS)('%s', (_name, head, expected) => {
    expect(imageHead(head)).toEqual(expected);
  });

  it('is read where it lies within other bytes', () => {
    const within = bytes(zeros(7), [...gif], zeros(9)).subarray(7, 7 + gif.length);
    expect(imageHead(within)).toMatchObject({ type: 'image/gif', width: 320 });
  });

  it('is none of anything else, and none of half a head', () => {
    const others = [
      bytes('%PDF-1.7 and so on'),
      bytes('\x89PNG\r\n\x1a\n', zeros(4), 'IDAT', zeros(12)),
      bytes('RIFF', zeros(4), 'WAVE', zeros(20)),
      bytes('<svg xmlns="x">'),
      bytes(zeros(30)),
    ];
    for (const other of [...others, ...[png, gif, bmp].map((head) => head.subarray(0, -1)), new Uint8Array()])
      expect(imageHead(other)).toBeNull();
  });
});
