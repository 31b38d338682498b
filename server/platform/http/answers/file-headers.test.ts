import { expect, it } from 'vitest';
import { textKind } from '../../text/extract/kinds.ts';
import { contentType, mayBeShown } from './file-headers.ts';

it('serves plain text and pictures as what they are, to be looked at', () => {
  expect(contentType('acta.txt', '', true)).toBe('text/plain; charset=utf-8');
  expect(mayBeShown('foto.PNG')).toBe(true);
  expect(mayBeShown('programa.html')).toBe(false);
});

// A table of extensions has what every object has, too.
it.each(['constructor', 'toString', '__proto__', 'valueOf'])(
  'takes a file that ends in .%s for one of no known kind',
  (word) => {
    const name = `plano.${word}`;
    expect(contentType(name, 'text/html', true)).toBe('application/octet-stream');
    expect(mayBeShown(name)).toBe(false);
    expect(textKind(name, word)).toBeNull();
    expect(textKind('plano', word)).toBeNull();
  },
);
