import { describe, expect, it } from 'vitest';
import { askedAt, fitting, mentionedIn, splitMentions } from './mentions.ts';

const ana = { _id: 'a', firstname: 'Ana', lastname: 'Muñoz' };
const anaSoto = { _id: 'b', firstname: 'Ana', lastname: 'Muñoz Soto' };
const eva = { _id: 'e', firstname: 'Eva', lastname: 'Díaz' };
const otherEva = { ...eva, _id: 'f' };

describe('people who are named in a comment', () => {
  it('are found by their whole names, the longest first', () => {
    expect(splitMentions('Pregunta a @Ana Muñoz Soto y a @Eva Díaz.', [ana, anaSoto, eva])).toEqual([
      { text: 'Pregunta a ' },
      { text: '@Ana Muñoz Soto', person: anaSoto },
      { text: ' y a ' },
      { text: '@Eva Díaz', person: eva },
      { text: '.' },
    ]);
    expect(mentionedIn('@Ana Muñoz, @Ana Muñoz', [ana, anaSoto], new Set())).toEqual(['a']);
  });

  it('are not found in half a name, a longer word or an address', () => {
    for (const text of ['@Ana', '@Ana Muñozes', 'ana@Eva', '', '@'])
      expect(mentionedIn(text, [ana, anaSoto, eva], new Set())).toEqual([]);
  });

  it('with the same name are told apart by who was chosen', () => {
    expect(mentionedIn('@Eva Díaz', [eva, otherEva], new Set())).toEqual([]);
    expect(mentionedIn('@Eva Díaz', [eva, otherEva], new Set(['f']))).toEqual(['f']);
  });

  it('are looked up while their name is typed', () => {
    expect(askedAt('Mira, @mu', 9)).toEqual({ from: 6, asked: 'mu' });
    expect(askedAt('@', 1)).toEqual({ from: 0, asked: '' });
    expect(askedAt('@ana munoz so', 13)).toEqual({ from: 0, asked: 'ana munoz so' });
    for (const [text, caret] of [
      ['ana@obra.cl', 11],
      ['@ana\nsigue', 10],
      ['@ sigue', 7],
      ['sin nadie', 4],
      ['@ana', 0],
    ] as const)
      expect(askedAt(text, caret), text).toBeUndefined();
    expect(fitting([ana, anaSoto, eva], 'munoz s')).toEqual([anaSoto]);
    expect(fitting([ana, eva], 'di')).toEqual([eva]);
    expect(fitting([ana, eva], '')).toEqual([ana, eva]);
    expect(fitting([ana, eva], 'na')).toEqual([]);
  });
});
