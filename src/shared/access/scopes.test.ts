import { expect, it } from 'vitest';
import { DEFAULT_SCOPE, isScope, SCOPE_LABELS } from './scopes.ts';

it('a scope is one of four words, and internal where nobody chose', () => {
  expect(SCOPE_LABELS).toEqual({
    public: 'Público',
    internal: 'Interno',
    restricted: 'Restringido',
    confidential: 'Confidencial',
  });
  expect(DEFAULT_SCOPE).toBe('internal');
  expect(['public', 'confidential', 'secret', ''].map(isScope)).toEqual([true, true, false, false]);
});
