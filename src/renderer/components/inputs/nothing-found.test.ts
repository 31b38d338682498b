import { expect, it } from 'vitest';
import { nothingFound } from './nothing-found.ts';

it('is said of choices that have come, and of no others', () => {
  const query = (state: 'pending' | 'success' | 'error') => ({
    isPending: state === 'pending',
    isSuccess: state === 'success',
  });
  expect(nothingFound(query('success'), 'Nada coincide')).toBe('Nada coincide');
  expect(nothingFound(query('pending'), 'Nada coincide')).not.toBe('Nada coincide');
  expect(nothingFound(query('error'), 'Nada coincide')).toBeUndefined();
});
