import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Highlighter } from './highlight.ts';
import { foldedWords } from './normalize.ts';
import { parseSearch } from './query.ts';
import { slipsOf } from './slips.ts';

/** For each term: what it says, and its other spellings. */
const spellings = (text: string) =>
  parseSearch(text).map((term) => [
    term.literal.join(' '),
    ...term.spellings.map(({ literal }) => literal.join(' ')),
  ]);

/** What is marked in a text, with no stems but the words themselves. */
const marked = (asked: string, text: string) =>
  new Highlighter(parseSearch(asked), new Map())
    .mark(text, new Map())
    .filter(({ hit }) => hit)
    .map((segment) => segment.text);

/** Spellings of one thing: each asks for all others. */
const SAME = [
  ['NCh 170', 'NCh170', 'nch170', 'NCh-170'],
  ['DS 594', 'DS594', 'D.S. 594', 'D. S. 594', 'ds-594'],
  ['H 30', 'H30', 'h-30'],
  ['A 36', 'A36'],
  ['F30-1', 'F 30-1', 'F30 1'],
  ['76.543.210-K', '76543210-K', '76543210K', '76.543.210-k'],
  ['12.345.678-5', '12345678-5', '123456785'],
  ['7.654.321-0', '7654321-0', '76543210'],
  ['Ley 16.744', 'Ley 16744'],
  ['$ 1.250.000', '1250000'],
];

describe('spellings of numbers and codes', () => {
  it.each(SAME.flatMap((same) => same.flatMap((asked) => same.map((said) => [asked, said] as const))))(
    '«%s» asks for «%s»',
    (asked, said) => {
      const text = ` ${foldedWords(said).join(' ')} `;
      for (const term of spellings(asked))
        expect(
          term.some((spelling) => text.includes(` ${spelling} `)),
          term.join(' | '),
        ).toBe(true);
    },
  );

  it('the digits of a RUT are found without its check digit', () => {
    expect(spellings('76543210')[0]).toContain('76 543 210');
  });

  it.each(['losa torre', 'obra-civil', '"de losas"', 'acta 2024', 'hormigonado -losa', 'contratis'])(
    '«%s» asks for no word in pieces',
    (asked) => {
      for (const [said = '', ...others] of spellings(asked))
        for (const other of others)
          expect(foldedWords(other).length).toBeLessThanOrEqual(foldedWords(said).length);
    },
  );

  it('a query without numbers is as it was', () => {
    const words = fc.array(fc.stringMatching(/^-?"?[a-zñáé.]{1,9}"?$/)).map((each) => each.join(' '));
    fc.assert(
      fc.property(words, (asked) => {
        expect(parseSearch(asked).every((term) => term.spellings.length === 0)).toBe(true);
      }),
    );
  });

  it('quotes keep every other word in its place', () => {
    expect(spellings('"norma NCh 170 vigente"')[0]).toContain('norma nch170 vigente');
    expect(
      parseSearch('"norma NCh170 vigente"').every((term) => term.spellings.every(({ exact }) => exact)),
    ).toBe(true);
  });

  it('an exclusion excludes what it says, and no more', () => {
    expect(parseSearch('acta -F30-1')[1]).toMatchObject({ excluded: true, spellings: [] });
  });

  it('a minus before a number excludes nothing', () => {
    const excluded = (asked: string) => parseSearch(asked).map((term) => term.excluded);
    for (const asked of ['subterráneo -2', 'saldo -1.250', 'saldo -$500', 'nivel --2'])
      expect(excluded(asked), asked).toEqual([false, false]);
    for (const asked of ['muro -losa', 'muro -"de losas"', 'muro -"2 pisos"', 'muro -F30', 'muro -ñ2'])
      expect(excluded(asked), asked).toEqual([false, true]);
  });

  it('no query asks for more spellings than a database reads at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ds1k7 .-"'), maxLength: 400 }), (asked) => {
        const words = parseSearch(asked).flatMap((term) => term.spellings.flatMap(({ literal }) => literal));
        expect(words.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe('marks', () => {
  it.each([
    ['NCh 170', 'Según NCh170, el 171', ['NCh170']],
    ['NCh170 x', 'Según NCh 170 y NCh 1701', ['NCh 170']],
    ['DS594 x', 'el D.S. 594 y un D. 5', ['D.S. 594']],
    ['76543210K x', 'RUT 76.543.210-K, y 76 o 210', ['76.543.210-K']],
    ['76.543.210-K', 'RUT 76543210-k', ['76543210-k']],
    ['"norma nch170"', 'la norma NCh-170', ['norma', 'NCh-170']],
    ['subterráneo -2', 'Subterráneo -2', ['Subterráneo', '2']],
  ])('«%s» in «%s»: %j', (asked, text, words) => {
    expect(marked(asked, text).join(' ')).toBe(words.join(' '));
  });

  it('a passage begins at the code, not at a heap of its words', () => {
    const text = `${'Lo que sigue. '.repeat(30)}Partida 76, ítem 543 y folio 210. ${'Y además. '.repeat(30)}RUT 76.543.210-K`;
    for (const asked of ['76.543.210-k', '76543210', '76543210K']) {
      const shown = new Highlighter(parseSearch(asked), new Map()).snippet(text, new Map()) ?? [];
      expect(shown.find(({ hit }) => hit)?.text, asked).toMatch(/^76.543.210/);
    }
  });

  it('a text that says all in another spelling needs no passage of the content', () => {
    const covers = (asked: string, text: string) =>
      new Highlighter(parseSearch(asked), new Map()).covers(text, new Map());
    expect(covers('NCh 170', 'Ensayo NCh170')).toBe(true);
    expect(covers('NCh 170', 'Ensayo NCh 171')).toBe(false);
  });
});

describe('slips', () => {
  it.each([
    ['andmio', 'andamio'],
    ['zocallo', 'zocalo'],
    ['andaimo', 'andamio'],
    ['amdamio', 'andamio'],
    ['ndamio', 'andamio'],
    ['andami', 'andamio'],
  ])('«%s» may be «%s»', (typed, meant) => {
    expect(slipsOf(typed)).toContain(meant);
  });

  it('words that are too short, and numbers, may be nothing else', () => {
    expect(['losa', 'f3010', '12345', ''].flatMap(slipsOf)).toEqual([]);
  });
});
