import { describe, expect, it } from 'vitest';
import { fold, matches, titleMatches } from './match.ts';
import { face, rule } from './testing/judged.ts';

it('case and accents do not count', () => {
  expect(fold('POLÍTICA de Señalética')).toBe('politica de senaletica');
});

describe('a title pattern', () => {
  it.each([
    ['Política de la calidad', 'politica', true],
    ['Política de la calidad', 'CALIDAD', true],
    ['Política de la calidad', 'política*calidad', true],
    ['Política de la calidad', 'política * calidad', true],
    ['Política de la calidad', '*calidad*', true],
    ['Política de la calidad', 'calidad*política', false],
    ['Política de la calidad', 'seguridad', false],
    ['Política de la calidad', 'política*seguridad', false],
    // Each part takes what it found: the next one is looked for behind it.
    ['acta', 'acta*ta', false],
    ['actata', 'acta*ta', true],
    ['actata', ' acta * ta ', true],
    ['Acta', '*', true],
  ])('%s, %s: %s', (title, pattern, found) => {
    expect(titleMatches(title, pattern)).toBe(found);
  });
});

describe('a document is asked for', () => {
  const asks = (values: Parameters<typeof rule>[0], of: Parameters<typeof face>[0]) =>
    matches(rule(values).match, face(of));

  it('by its type, or whatever its type', () => {
    expect(asks({}, { documentType: 'T' })).toBe(true);
    expect(asks({}, { documentType: 'U' })).toBe(false);
    expect(asks({}, { documentType: null })).toBe(false);
    for (const documentType of ['T', null])
      expect(asks({ match: { documentType: null } }, { documentType })).toBe(true);
  });

  it('with all of some labels, and with any of others', () => {
    const all = { match: { labelsAll: ['x', 'y'] } };
    expect(asks(all, { labels: ['y', 'z', 'x'] })).toBe(true);
    expect(asks(all, { labels: ['x'] })).toBe(false);
    const any = { match: { labelsAny: ['x', 'y'] } };
    expect(asks(any, { labels: ['y'] })).toBe(true);
    expect(asks(any, { labels: ['z'] })).toBe(false);
    expect(asks(any, {})).toBe(false);
    expect(asks({}, {})).toBe(true);
  });

  it('by its title beside all that', () => {
    expect(asks({ match: { titlePattern: 'docu' } }, {})).toBe(true);
    expect(asks({ match: { titlePattern: 'contrato' } }, {})).toBe(false);
    expect(asks({ match: { titlePattern: 'docu' } }, { documentType: 'U' })).toBe(false);
  });
});
