import { describe, expect, it } from 'vitest';
import { sortOf, sortText } from './columns.ts';

const otherwise = { by: 'name', descending: false };

describe('the sort in the URL', () => {
  it('comes back as it went', () => {
    for (const sort of [
      { by: 'name', descending: false },
      { by: 'createdAt', descending: true },
    ])
      expect(sortOf(sortText(sort), ['name', 'createdAt'], otherwise)).toEqual(sort);
  });

  it('is taken only where a column answers to it', () => {
    for (const text of [null, '', '-', 'password', '--name'])
      expect(sortOf(text, ['name'], otherwise)).toEqual(otherwise);
  });
});
