import { describe, expect, it } from 'vitest';
import { commentCreate } from '#shared/comments/comments.schemas.ts';
import { ANCHOR } from '#shared/platform/limits.ts';
import { sentencesOf } from '../compare/sentences.ts';
import { createFinder } from './find-passage.ts';
import { makeAnchor } from './make-anchor.ts';

const CONTRACT = [
  'Primero. El plazo de ejecución será de 180 días corridos, contados desde la firma de este contrato.',
  'La multa por atraso será de UF 12 por día.',
  'Segundo. La multa por falta de seguridad será de UF 40 por evento.',
  'El contratista entregará una boleta de garantía por el 5 % del precio.',
].join('\n');

const sentences = (text: string): string[] => sentencesOf(text, 'paragraphs').map((each) => each.text);
const anchorOf = (text: string, quote: string, from = 0) => {
  const start = text.indexOf(quote, from);
  const anchor = makeAnchor(text, start, start + quote.length);
  if (!anchor) throw new Error(`no passage: ${quote}`);
  return anchor;
};
/** The sentences at which a passage of the contract is found in another text. */
function found(quote: string, text: string) {
  const all = sentences(text);
  const place = createFinder(all)(anchorOf(CONTRACT, quote));
  return place && [all.slice(place.first, place.last + 1).join(' '), place.exact];
}

describe('a passage is looked up in another version', () => {
  it('by its words, wherever they stand now', () => {
    const moved = `Anexo nuevo.\n${CONTRACT.split('\n').reverse().join('\n')}`;
    expect(found('UF 12 por día', moved)).toEqual(['La multa por atraso será de UF 12 por día.', true]);
    const two = 'La multa por atraso será de UF 12 por día.\nSegundo. La multa por falta';
    expect(found(two, CONTRACT)?.[1]).toBe(true);
  });

  it('of equal words by what stands around them', () => {
    const text = 'Torre A.\nSe paga a 30 días.\nTorre B.\nSe paga a 30 días.\nTorre C.';
    const second = anchorOf(text, 'Se paga a 30 días.', 20);
    expect(createFinder(sentences(`Prólogo.\n${text}`))(second)).toEqual({ first: 4, last: 4, exact: true });
  });

  it('whatever kinds of spaces, quotes and dashes a program has put', () => {
    const text = 'El plazo —“corridos”— es de  180 días.';
    const anchor = anchorOf('El plazo -"corridos"- es de 180 días.', '"corridos"- es de 180');
    expect(createFinder([text])(anchor)).toEqual({ first: 0, last: 0, exact: true });
  });

  it('by the sentence that says nearly the same, also where just the quoted word was replaced', () => {
    const longer = CONTRACT.replace('180 días', '210 días');
    const [sentence] = found('180', longer) ?? [];
    expect(sentence).toContain('210 días corridos');
    expect(found('El plazo de ejecución será de 180 días corridos', longer)?.[1]).toBe(false);
  });

  it('and is gone where nothing resembles it, though its neighbours stay', () => {
    const without = CONTRACT.replace('La multa por atraso será de UF 12 por día.\n', '');
    // Another fine, of which more than half of the words are the same.
    expect(found('La multa por atraso será de UF 12 por día.', without)).toBeUndefined();
    const gone = CONTRACT.replace(
      'El contratista entregará una boleta de garantía por el 5 % del precio.',
      '',
    );
    expect(found('una boleta de garantía', gone)).toBeUndefined();
    expect(createFinder([])(anchorOf(CONTRACT, 'UF 12'))).toBeUndefined();
  });
});

describe('an anchor', () => {
  it('quotes the passage in one line, with the words on both sides', () => {
    expect(makeAnchor('uno  dos\ntres\tcuatro cinco', 4, 20)).toMatchObject({
      quote: 'dos tres cuatro',
      prefix: 'uno',
      suffix: 'cinco',
    });
  });

  it('takes in the words of which a part is selected', () => {
    const text = 'La multa será de UF 12 por día.';
    expect(makeAnchor(text, 1, 11)?.quote).toBe('La multa será');
    expect(makeAnchor(text, 3, 8)?.quote).toBe('multa');
    expect(makeAnchor(text, 20, 22)).toMatchObject({ quote: '12', prefix: 'La multa será de UF' });
  });

  it('is what the server takes, however long and strange the text', () => {
    const strange = `${'á\u0000🧱 '.repeat(900)}\u202e\ud83e`;
    const anchor = makeAnchor(strange, 100, strange.length, 3);
    expect(anchor?.quote.length).toBeLessThanOrEqual(ANCHOR.quote);
    const body = { record: ID, version: ID, text: 'Qué', anchor };
    expect(commentCreate.parse(body).anchor).toEqual(anchor);
    const solid = makeAnchor('x'.repeat(5000), 1000, 3000);
    expect(commentCreate.parse({ ...body, anchor: solid }).anchor).toEqual(solid);
  });

  it('is none where there is nothing to read', () => {
    expect(makeAnchor('uno \u200b \n dos', 3, 8)).toBeUndefined();
  });
});

const ID = '0192f0c1-2b3c-7d4e-8f50-000000000001';
