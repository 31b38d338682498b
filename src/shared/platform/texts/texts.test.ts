import { describe, expect, it } from 'vitest';
import { calendarsHref, folderReasonsHref, occurrenceHref } from '../hrefs.ts';
import { replacedIds } from '../replaced-ids.ts';
import { foldedKey, sortKey } from './sort-key.ts';
import { foldText, utf8Length } from './text.ts';

describe('texts as they are compared', () => {
  it('are sorted without accents and capitals, ñ after n, digits by their value', () => {
    const words = ['Ñandú', 'nube', 'Acta 10', 'acta 9', 'Ácido', 'ábaco', 'oso', '  borde'];
    expect(words.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual([
      'ábaco',
      'Ácido',
      'acta 9',
      'Acta 10',
      '  borde',
      'nube',
      'Ñandú',
      'oso',
    ]);
    expect(sortKey('Ácido Ñuñoa')).toBe('acido n~un~oa');
    expect(sortKey('Acta 7')).toBe('acta 000000000000007');
    expect(sortKey('a'.repeat(400))).toHaveLength(300);
  });

  it('read as one name whatever their case, accents, forms and blanks, but ñ is no n', () => {
    expect(foldedKey('  Prevención \t de  Riesgos ')).toBe('prevencion de riesgos');
    expect(foldedKey('ﬁn')).toBe('fin');
    expect(foldedKey('AÑO')).toBe('año');
    expect(foldedKey('AÑO'.normalize('NFD'))).toBe('año');
  });

  it('are looked for in small letters without accents', () => {
    expect(foldText('Ácido MUÑOZ')).toBe('acido munoz');
  });

  it.each(['', 'a', '\u007f', '\u0080', 'ñ', '\u07ff', '\u0800', '€', '\uffff', '\u{10000}', '😀', 'año 😀'])(
    'take as many bytes as on a disk: %j',
    (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    },
  );
});

it('an id is replaced in its place, and stands once', () => {
  expect(replacedIds(['a', 'b', 'c'], 'b', 'x')).toEqual(['a', 'x', 'c']);
  expect(replacedIds(['a', 'b', 'c'], 'c', 'a')).toEqual(['a', 'b']);
  expect(replacedIds(['a', 'b'], 'x', 'y')).toEqual(['a', 'b']);
});

it('addresses lead to a folder with its reasons, to a due day, and to the calendars that somebody reads', () => {
  expect(folderReasonsHref('g', 'f')).toBe('/records/search?group=g&folder=f&reasons=open');
  expect(folderReasonsHref('g', 'g')).toBe('/records/search?group=g&reasons=open');
  expect(occurrenceHref('o')).toBe('/calendars?occurrence=o');
  const leads = (isAdmin: boolean, isManager: boolean) => calendarsHref({ isAdmin, isManager });
  expect([leads(true, false), leads(false, true), leads(false, false)]).toEqual([
    '/calendars/report',
    '/calendars/report',
    '/calendars',
  ]);
});
