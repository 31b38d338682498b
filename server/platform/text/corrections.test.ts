import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asSpelt, corrections } from './corrections.ts';
import { Vocabulary } from './vocabulary.ts';

const vocabulary = new Vocabulary();
for (const word of 'contrato contacto andamio andamios excavaciones procedimiento acta grua seguridad'.split(
  ' ',
))
  vocabulary.add(word);

const meant = (text: string) => corrections(text, vocabulary).map((each) => each.text);

describe('what somebody may have meant', () => {
  it.each([
    ['contarto', 'contrato'],
    ['comtrato', 'contrato'],
    ['contrto', 'contrato'],
    ['contratto', 'contrato'],
    ['ecxavaciones', 'excavaciones'],
    ['procedimeinto', 'procedimiento'],
    ['atca', 'acta'],
    ['Segurdidad', 'seguridad'],
    ['contarto grua', 'contrato grua'],
    ['contarto -acero "de obra"', 'contrato -acero "de obra"'],
  ])('«%s» is first taken for «%s»', (typed, first) => {
    expect(meant(typed)[0]).toBe(first);
  });

  it.each(['contrato', 'xyzxyz', 'act', '"contarto"', '-contarto', 'contarto-2', '', '  ', '12345'])(
    'nothing is guessed for «%s»',
    (typed) => {
      expect(meant(typed)).toEqual([]);
    },
  );

  it('two unknown words are guessed together, and each alone', () => {
    const guesses = meant('contarto andamoi');
    expect(guesses[0]).toBe('contrato andamio');
    expect(guesses.length).toBeLessThanOrEqual(8);
  });

  it('is shown as titles spell it', () => {
    const words = new Vocabulary();
    words.add('inspeccion');
    const [guess] = corrections('inspecicon', words);
    expect(guess && asSpelt(guess, ['Pauta', 'Inspección de grúas'])).toBe('inspección');
  });

  it('takes any text, and leaves alone what it does not replace', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const guess of corrections(`${text} contarto`, vocabulary)) {
          expect(guess.words.length).toBeGreaterThan(0);
          if (guess.text.endsWith('contrato')) expect(guess.text.length).toBeGreaterThanOrEqual(8);
        }
      }),
    );
  });
});
