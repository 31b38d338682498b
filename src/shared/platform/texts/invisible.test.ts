import { describe, expect, it } from 'vitest';
import { fileName } from '../files/file-name.ts';
import { line } from '../primitives.ts';
import { withoutInvisible } from './invisible.ts';

const name = line(1, 80);

describe('a name', () => {
  it.each([
    ['zero-width space', '\u200b'],
    ['zero-width joiner', '\u200d'],
    ['zero-width non-joiner', '\u200c'],
    ['left-to-right mark', '\u200e'],
    ['right-to-left mark', '\u200f'],
    ['word joiner', '\u2060'],
    ['byte order mark', '\ufeff'],
    ['soft hyphen', '\u00ad'],
    ['filler of Hangul', '\u3164'],
    ['variation selector', '\ufe0f'],
    ['tag', '\u{e0061}'],
  ])('is the same with and without a %s', (_, invisible) => {
    const given = ['Ana Pérez', `${invisible}Ana Pérez`, `Ana${invisible} Pérez`, `Ana Pérez${invisible} `];
    expect(new Set(given.map((each) => name.parse(each)))).toEqual(new Set(['Ana Pérez']));
  });

  it.each([
    ['a family', '👨‍👩‍👧'],
    ['a heart in colour', '❤️'],
    ['a profession with a colour of skin', '👩🏽‍🔧'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a number in a key', '1️⃣'],
    ['the flag of Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Hindi with a joiner', 'क्‍ष'],
    ['a Japanese name with a variant', '葛󠄀城'],
  ])('keeps what is seen: %s', (_, text) => {
    expect(name.parse(`Obra ${text} 2`)).toBe(`Obra ${text} 2`);
  });

  it.each([
    ['an override', 'Ana\u202eexe'],
    ['an embedding', 'Ana\u202a'],
    ['an isolate', 'Ana\u2067x'],
    ['nothing to be seen', '\u200b\u2060'],
  ])('is refused with %s', (_, text) => {
    expect(name.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['control']);
  });

  it('has its length without them', () => {
    expect(name.safeParse(`${'a'.repeat(80)}\u200b`).success).toBe(true);
    expect(line(2, 80).safeParse('a\u200b').success).toBe(false);
  });

  it('of a file is what lies on a disk, and stays as it is', () => {
    expect(fileName.parse('Acta\u200b.pdf')).toBe('Acta\u200b.pdf');
  });

  it.each(['\u200b.txt', '\u2800.pdf', ' \u3164 .docx'])(
    'of a file shows more than its extension: %j is refused',
    (name) => expect(fileName.safeParse(name).success).toBe(false),
  );
  it.each(['.txt', '.gitignore', 'a.txt', '\u200ba.txt', 'sin extensión'])('of a file may be %j', (name) =>
    expect(fileName.safeParse(name).success).toBe(true),
  );

  it('of any length is cleaned in a time that grows with its length alone', () => {
    expect(withoutInvisible(`a${'\u200b'.repeat(300_000)}`)).toBe('a');
  });
});
