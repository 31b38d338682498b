import { expect, it } from 'vitest';
import { readDictionary } from '../../testing/files/dictionary.ts';
import { foldText, normalizeText, numberForms } from './normalize.ts';

/** By the rule of the Academy, without accents. */
function pluralsOf(word: string): string[] {
  if (/[aeo]$/.test(word)) return [`${word}s`];
  if (/[iu]$/.test(word)) return [`${word}s`, `${word}es`];
  return word.endsWith('z') ? [`${word.slice(0, -1)}ces`] : [`${word}es`];
}

it('singular and plural ask for each other, in the whole language', () => {
  const words = new Set(readDictionary().map(foldText));
  const apart: string[] = [];
  let pairs = 0;
  for (const word of words) {
    for (const plural of pluralsOf(word)) {
      if (!words.has(plural)) continue;
      pairs += 1;
      const meet =
        numberForms(word).includes(normalizeText(plural)) &&
        numberForms(plural).includes(normalizeText(word));
      if (!meet) apart.push(word);
    }
  }
  expect(pairs).toBeGreaterThan(180_000);
  // Lost on purpose: with so few letters, one more or less makes another word.
  expect([...new Set(apart)].filter((word) => word.length > 2)).toEqual([]);
});

it.each([
  ['luz', ['luces']],
  ['luces', ['luz']],
  ['tabues', ['tabu']],
  ['robot', ['robots']],
])('%s asks for %j too', (word, forms) => {
  expect(numberForms(word)).toEqual(expect.arrayContaining([word, ...forms]));
});

it('numbers, codes and very short words have one form', () => {
  expect(['f30', '2026', 'de', 'k'].map(numberForms)).toEqual([['f30'], ['2026'], ['de'], ['k']]);
});
