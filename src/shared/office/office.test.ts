import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { relations, sheetParts, slideParts } from './parts.ts';
import { OfficeError, ZipEntries } from './zip.ts';

const LIMITS = { entries: 10, entryBytes: 1000, unpackedBytes: 1500 };
const zipOf = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const reasonOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof OfficeError) return error.reason;
    throw error;
  }
  return 'none';
};

describe('the entries of an office document', () => {
  it('are unpacked within the limits and no further', () => {
    const zip = new ZipEntries(
      zipOf({ a: 'x'.repeat(900), b: 'y'.repeat(900), c: 'z'.repeat(2000) }),
      LIMITS,
    );
    expect(zip.read('a')).toHaveLength(900);
    expect(zip.read('none')).toBeNull();
    expect(reasonOf(() => zip.read('c'))).toBe('too_large');
    expect(reasonOf(() => zip.read('b'))).toBe('too_large');
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, '']));
    expect(reasonOf(() => new ZipEntries(zipOf(many), LIMITS))).toBe('too_large');
  });

  it('say what is wrong with them', () => {
    expect(reasonOf(() => new ZipEntries(strToU8('no zip at all'), LIMITS))).toBe('corrupt');
    expect(reasonOf(() => new ZipEntries(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), LIMITS))).toBe(
      'encrypted',
    );
  });

  it('are read from the beginning for as long as they are wanted', () => {
    const bomb = zipOf({ first: 'no', sheet: `start${' '.repeat(20_000_000)}end` });
    let read = 0;
    let text = '';
    new ZipEntries(bomb, LIMITS).readHead('sheet', (piece) => {
      read += piece.length;
      text += strFromU8(piece.subarray(0, 10));
      return read < 1000;
    });
    expect(text.startsWith('start')).toBe(true);
    expect(read).toBeLessThan(16 * 1024 ** 2);
  });

  it('pass on what their reader throws to end it', () => {
    const zip = new ZipEntries(zipOf({ sheet: 'x'.repeat(100_000) }), LIMITS);
    const stop = new Error('enough');
    expect(() =>
      zip.readHead('sheet', () => {
        throw stop;
      }),
    ).toThrow(stop);
  });

  it('are read to the end where all of it is wanted, and a broken one says so', () => {
    const whole = zipOf({ sheet: 'abc'.repeat(10_000) });
    let length = 0;
    const add = (piece: Uint8Array): boolean => {
      length += piece.length;
      return true;
    };
    new ZipEntries(whole, LIMITS).readHead('sheet', add);
    expect(length).toBe(30_000);
    const broken = whole.slice();
    broken.fill(0xff, 40, 60);
    expect(reasonOf(() => new ZipEntries(broken, LIMITS).readHead('sheet', add))).toBe('corrupt');
  });
});

describe('the parts of an office document', () => {
  const relation = (id: string, target: string, extra = ''): string =>
    `<Relationship Id="${id}" Type="http://x/image" Target="${target}" ${extra}/>`;

  it('are found by their relations, wherever those lie; what is outside is not', () => {
    const rels = `<Relationships>${relation('a', '../media/1.png')}${relation('b', '/ppt/x.xml')}${relation(
      'c',
      'http://elsewhere.test/p.png',
      'TargetMode="External"',
    )}</Relationships>`;
    const found = relations(
      new ZipEntries(zipOf({ 'ppt/slides/_rels/slide1.xml.rels': rels }), LIMITS),
      'ppt/slides/slide1.xml',
    );
    expect([...found]).toEqual([
      ['a', { target: 'ppt/media/1.png', type: 'image' }],
      ['b', { target: 'ppt/x.xml', type: 'image' }],
    ]);
  });

  it('come in the order that the document names, or else by number', () => {
    const named = {
      'ppt/presentation.xml': '<p><p:sldId r:id="2"/><p:sldId r:id="1"/></p>',
      'ppt/_rels/presentation.xml.rels': `<R>${relation('1', 'slides/a.xml')}${relation('2', 'slides/b.xml')}</R>`,
    };
    expect(slideParts(new ZipEntries(zipOf(named), LIMITS))).toEqual([
      'ppt/slides/b.xml',
      'ppt/slides/a.xml',
    ]);
    const plain = { 'xl/worksheets/sheet10.xml': '', 'xl/worksheets/sheet2.xml': '' };
    expect(sheetParts(new ZipEntries(zipOf(plain), LIMITS)).map(({ target }) => target)).toEqual([
      'xl/worksheets/sheet2.xml',
      'xl/worksheets/sheet10.xml',
    ]);
  });
});
