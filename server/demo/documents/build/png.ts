import { crc32, deflateSync } from 'node:zlib';
import { GLYPHS } from './glyphs.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** A small RGB canvas that encodes itself as PNG: enough for plans, charts and boards. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Buffer;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    this.#pixels = Buffer.alloc(width * height * 3);
    this.rect(0, 0, width, height, background);
  }

  rect(x: number, y: number, width: number, height: number, colour: Colour): void {
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) {
        this.#set(column, row, colour);
      }
    }
  }

  frame(x: number, y: number, width: number, height: number, colour: Colour, thickness = 2): void {
    this.rect(x, y, width, thickness, colour);
    this.rect(x, y + height - thickness, width, thickness, colour);
    this.rect(x, y, thickness, height, colour);
    this.rect(x + width - thickness, y, thickness, height, colour);
  }

  line(x0: number, y0: number, x1: number, y1: number, colour: Colour, thickness = 2): void {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let step = 0; step <= steps; step += 1) {
      const x = Math.round(x0 + ((x1 - x0) * step) / steps);
      const y = Math.round(y0 + ((y1 - y0) * step) / steps);
      this.rect(x, y, thickness, thickness, colour);
    }
  }

  disc(x: number, y: number, radius: number, colour: Colour): void {
    for (let row = -radius; row <= radius; row += 1) {
      const half = Math.floor(Math.sqrt(radius * radius - row * row));
      this.rect(x - half, y + row, half * 2 + 1, 1, colour);
    }
  }

  /** Draws capitals, digits and accents in a 5 × 7 font, each dot `scale` pixels wide. Returns the width in pixels. */
  text(x: number, y: number, words: string, colour: Colour, scale = 2): number {
    let at = x;
    for (const letter of words.toUpperCase().normalize('NFD')) {
      if (letter === '\u0301' || letter === '\u0303') {
        this.rect(at - 4 * scale, y - 2 * scale, (letter === '\u0301' ? 1 : 3) * scale, scale, colour);
        continue;
      }
      for (const [column, bits] of (GLYPHS[letter] ?? []).entries()) {
        for (let row = 0; row < 7; row += 1) {
          if ((bits >> row) & 1) {
            this.rect(at + column * scale, y + row * scale, scale, scale, colour);
          }
        }
      }
      at += 6 * scale;
    }
    return at - x;
  }

  png(): Buffer {
    const rows = Buffer.alloc(this.height * (1 + this.width * 3));
    for (let row = 0; row < this.height; row += 1) {
      this.#pixels.copy(
        rows,
        row * (1 + this.width * 3) + 1,
        row * this.width * 3,
        (row + 1) * this.width * 3,
      );
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  #set(x: number, y: number, [red, green, blue]: Colour): void {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height) {
      const at = (y * this.width + x) * 3;
      this.#pixels[at] = red;
      this.#pixels[at + 1] = green;
      this.#pixels[at + 2] = blue;
    }
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.length);
  return framed;
}
