import { describe, expect, it } from 'vitest';
import { pairPages } from './pair-pages.ts';

const CLAUSES = [
  'el precio y la multa',
  'los plazos de entrega',
  'la boleta de garantía',
  'las firmas de ambas partes',
];
const numbers = (before: readonly string[], after: readonly string[]) =>
  pairPages(before, after).map((pair) => [pair.before, pair.after]);

describe('pages that belong together', () => {
  it('are the same ones in equal documents', () => {
    expect(numbers(CLAUSES, CLAUSES)).toEqual([1, 2, 3, 4].map((page) => [page, page]));
    expect(numbers([], [])).toEqual([]);
  });

  it('keep together around a page that was put in between or taken out', () => {
    const longer = [...CLAUSES.slice(0, 1), 'anexo nuevo sobre andamios', ...CLAUSES.slice(1)];
    const pairs = [
      [1, 1],
      [undefined, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ];
    expect(numbers(CLAUSES, longer)).toEqual(pairs);
    expect(numbers(longer, CLAUSES)).toEqual(pairs.map(([before, after]) => [after, before]));
  });

  it('keep together when a sentence changed beside a new page', () => {
    const [price = '', terms = '', , signatures = ''] = CLAUSES;
    const edited = [price, terms, 'anexo nuevo sobre andamios', 'la boleta de garantía bancaria', signatures];
    expect(numbers(CLAUSES, edited)).toEqual([
      [1, 1],
      [2, 2],
      [undefined, 3],
      [3, 4],
      [4, 5],
    ]);
  });

  it('are in order where a page was written anew, and where pages have no words', () => {
    expect(
      numbers(
        CLAUSES,
        CLAUSES.map((text, at) => (at === 1 ? 'otra cosa del todo' : text)),
      ),
    ).toEqual([1, 2, 3, 4].map((page) => [page, page]));
    expect(numbers(['', '', ''], ['', ''])).toEqual([
      [1, 1],
      [2, 2],
      [3, undefined],
    ]);
  });

  it('are in order in very long rewrites', () => {
    const long = (word: string) => Array.from({ length: 600 }, (_, at) => `${word} ${at}`);
    expect(numbers(long('uno'), long('otro')).slice(598)).toEqual([
      [599, 599],
      [600, 600],
    ]);
  });
});
