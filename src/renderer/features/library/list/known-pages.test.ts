import { describe, expect, it } from 'vitest';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { countRows, FIRST_PAGE, type KnownPages, pageOf, withAnswer } from './known-pages.ts';

const items = (count: number, snippets: readonly number[] = []): SearchItem[] =>
  Array.from({ length: count }, (_, row) => (snippets.includes(row) ? { snippet: [{}] } : {}) as SearchItem);

const page = (count: number, nextCursor: string | null, snippets?: readonly number[]) => ({
  items: items(count, snippets),
  nextCursor,
});

const threePages = (): KnownPages =>
  withAnswer(withAnswer(withAnswer(FIRST_PAGE, 0, page(100, 'b')), 1, page(100, 'c')), 2, page(40, null));

describe('the pages of a long list', () => {
  it('begin each where the one before ended', () => {
    const chain = threePages();
    expect(chain.map(({ cursor, from, rows }) => [cursor, from, rows])).toEqual([
      [undefined, 0, 100],
      ['b', 100, 100],
      ['c', 200, 40],
    ]);
    expect(countRows(chain)).toBe(240);
  });

  it('are the very same where an answer says nothing new', () => {
    const chain = threePages();
    expect(withAnswer(chain, 1, page(100, 'c'))).toBe(chain);
    expect(withAnswer(chain, 2, page(40, null))).toBe(chain);
  });

  it('know in which of them a row lies, also where one is shorter than the others', () => {
    const chain = withAnswer(threePages(), 0, page(99, 'b'));
    expect([0, 98, 99, 198, 199, 238, 500].map((row) => pageOf(chain, row))).toEqual([0, 0, 1, 1, 2, 2, 2]);
    expect(countRows(chain)).toBe(239);
  });

  it('follow when one of them ends elsewhere, and keep their height meanwhile', () => {
    const chain = withAnswer(threePages(), 0, page(100, 'b2'));
    expect(chain.map(({ cursor }) => cursor)).toEqual([undefined, 'b2', 'c']);
    expect(countRows(chain)).toBe(240);
  });

  it('end where the server says so', () => {
    const chain = withAnswer(threePages(), 1, page(20, null));
    expect(chain.map(({ rows }) => rows)).toEqual([100, 20]);
    expect(withAnswer(chain, 1, page(100, 'c')).map(({ cursor }) => cursor)).toEqual([undefined, 'b', 'c']);
  });

  it('know which rows are taller', () => {
    const chain = withAnswer(FIRST_PAGE, 0, page(3, null, [0, 2]));
    expect(chain[0]?.tall).toEqual([0, 2]);
    expect(withAnswer(chain, 0, page(3, null, [0, 2]))).toBe(chain);
    expect(withAnswer(chain, 0, page(3, null, [1]))[0]?.tall).toEqual([1]);
  });

  it('remember a last page that turned out to be empty', () => {
    const chain = withAnswer(withAnswer(FIRST_PAGE, 0, page(100, 'b')), 1, page(0, null));
    expect(chain.map(({ rows, known }) => [rows, known])).toEqual([
      [100, true],
      [0, true],
    ]);
    expect(withAnswer(chain, 0, page(100, 'b'))).toBe(chain);
  });

  it('leave an answer alone that belongs to no page of theirs', () => {
    expect(withAnswer(FIRST_PAGE, 3, page(100, 'x'))).toBe(FIRST_PAGE);
  });
});
