import { expect, test } from 'vitest';
import { diskName, fileNameProblem, titleFromFileName } from '../files/names.ts';
import { line, prose } from '../primitives.ts';
import { isBlank } from './blank.ts';
import { withoutInvisible } from './invisible.ts';

const INVISIBLE = [
  ['zero width spaces', '\u200b\u200b\u200b\u200b\u200b'],
  ['word joiners', '\u2060\u2060\u2060\u2060\u2060'],
  ['soft hyphens', '\u00ad\u00ad\u00ad\u00ad\u00ad'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0\u3164'],
  ['empty Braille cells', '\u2800\u2800\u2800\u2800\u2800'],
  ['combining marks', '\u0301\u0308\u0301\u20e3\u0903'],
  ['what stands for an object', '\ufffc\ufff9\ufffb'],
  ['blanks of rare scripts', '\u{1d159}\u{16fe4}\u{13441}\u{13442}\u{13430}'],
  ['variation selectors and tags', '\ufe0f\u{e0100}\u{e0041}'],
  ['marks of direction between spaces', '\u200e \u200f \u061c'],
] as const;

test.each(INVISIBLE)('%s alone are blank', (_, text) => {
  expect(isBlank(text)).toBe(true);
  for (const schema of [line(1, 80), line(0, 80), prose(80)]) {
    const { error } = schema.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(['control']);
  }
  expect(fileNameProblem(text)).toBeDefined();
  expect(diskName(text)).toBe('documento');
  expect(diskName(`${'\u2800'.repeat(200)}a`)).toBe('documento');
  expect(titleFromFileName(`${text}${text}.pdf`, 'Calidad')).toMatch(/^Calidad /);
});

test.each(['a', '0', '-', '…', '😀', 'ñ', 'أ', '漢', '𝒳', 'e\u0301', 'a\u200b', '❤️', '👨‍👩‍👧'])(
  '%j is not',
  (text) => {
    expect(isBlank(text)).toBe(false);
    expect(line(1, 80).parse(text)).toBe(withoutInvisible(text));
    expect(prose(80).parse(text)).toBe(text);
  },
);

test('an empty text is told as such, where one is needed', () => {
  expect(line(0, 80).parse('  ')).toBe('');
  expect(prose(80).parse('')).toBe('');
  expect(
    line(1, 80)
      .safeParse(' ')
      .error?.issues.map(({ code }) => code),
  ).toEqual(['too_small']);
});
