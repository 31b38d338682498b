import { expect, it } from 'vitest';
import { pagedKind } from './pages.ts';

it('knows what kind of document a file is by its extension, and nothing that every object has', () => {
  expect(pagedKind('acta.DOCX')).toBe('text');
  expect(pagedKind('foto.heic')).toBe('photo');
  for (const word of ['constructor', 'toString', '__proto__'])
    expect(pagedKind(`plano.${word}`)).toBeUndefined();
});
