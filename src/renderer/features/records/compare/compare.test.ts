import { describe, expect, it } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { countChanges, passagesOf } from './passages.ts';

describe('two texts', () => {
  const changesOf = (before: string, after: string) => {
    const result = compareTexts(before, after);
    return 'changes' in result ? result.changes : [];
  };

  it('differ by words, whatever letters they have', () => {
    const changes = changesOf('El plazo será de 210 días.', 'El plazo será de 240 días corridos, señor.');
    expect(changes.filter((each) => each.kind === 'removed').map(({ text }) => text.trim())).toEqual(['210']);
    expect(changes.some((each) => each.kind === 'added' && each.text.includes('240'))).toBe(true);
    const kept = (kind: string) =>
      changes
        .filter((each) => each.kind === 'same' || each.kind === kind)
        .map(({ text }) => text)
        .join('');
    expect(kept('added')).toBe('El plazo será de 240 días corridos, señor.');
    expect(countChanges(changes)).toBe(2);
  });

  it('that are too different are said to be', () => {
    const words = (seed: number) =>
      Array.from({ length: 30_000 }, (_, at) => `palabra${(at * seed) % 99_991}`).join('\n');
    expect(compareTexts(words(7), words(13), { words: 1, lines: 1 })).toEqual({ fault: 'different' });
  });

  it('fold what they have in common, but for what stands around a change', () => {
    const long = 'uno dos tres '.repeat(200);
    const passages = passagesOf([
      { kind: 'same', text: long },
      { kind: 'added', text: 'NUEVO ' },
      { kind: 'same', text: long },
      { kind: 'removed', text: 'VIEJO ' },
      { kind: 'same', text: 'fin' },
    ]);
    expect(passages.map((each) => each.kind)).toEqual([
      'folded',
      'same',
      'added',
      'same',
      'folded',
      'same',
      'removed',
      'same',
    ]);
    expect(passages.map((each) => each.text).join('')).toBe(`${long}NUEVO ${long}VIEJO fin`);
  });
});
