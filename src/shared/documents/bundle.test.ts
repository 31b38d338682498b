import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenBundle, type Bundled, bundleHead, readBundle } from './bundle.ts';

interface Item extends Bundled {
  readonly id: number;
}

const whole = (files: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([bundleHead(files.map((file, id) => ({ id, size: file.length }))), ...files]);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(body: AsyncIterable<Uint8Array>): Promise<[number, Buffer][]> {
  const found: [number, Buffer][] = [];
  for await (const { item, bytes } of readBundle(body, (head) => head as Item[])) {
    found.push([item.id, Buffer.from(bytes)]);
  }
  return found;
}

describe('a bundle', () => {
  it('gives back each file, however its bytes were cut on the way', async () => {
    const files = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 400 }), async (given, size) => {
        const found = await read(inPieces(whole(given), size));
        expect(found).toEqual(given.map((file, id) => [id, Buffer.from(file)]));
      }),
    );
  });

  it('gives what came whole before it broke off, and says that it did', async () => {
    const body = whole([Buffer.from('uno'), Buffer.from('dos'), Buffer.from('tres')]);
    const found: number[] = [];
    const reading = async () => {
      for await (const { item } of readBundle(
        inPieces(body.subarray(0, body.length - 2), 5),
        (head) => head as Item[],
      ))
        found.push(item.id);
    };
    await expect(reading()).rejects.toThrow(BrokenBundle);
    expect(found).toEqual([0, 1]);
  });

  it.each([
    ['nothing', ''],
    ['no line', 'abc'],
    ['a line that is no JSON', '{"size":\n'],
    ['more than was announced', '[{"id":0,"size":1}]\nab'],
    ['a line without end', 'x'.repeat(70_000)],
    ['a size that no memory has', '[{"id":0,"size":9000000000000}]\nab'],
    ['a part of a byte', '[{"id":0,"size":1.5}]\nab'],
  ])('refuses %s', async (_, text) => {
    await expect(read(inPieces(Buffer.from(text), 1000))).rejects.toThrow(BrokenBundle);
  });

  it('takes no byte where its line is refused, and lets go of who sends them', async () => {
    let asked = 0;
    let closed = false;
    async function* body() {
      try {
        yield bundleHead([{ size: 1000 }]);
        for (;;) {
          asked += 1;
          yield new Uint8Array(10);
        }
      } finally {
        closed = true;
      }
    }
    const reading = readBundle(body(), () => {
      throw new Error('not yours');
    });
    await expect(reading.next()).rejects.toThrow('not yours');
    expect([asked, closed]).toEqual([0, true]);
  });
});
