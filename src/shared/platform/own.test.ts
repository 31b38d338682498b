import { expect, it } from 'vitest';
import { own } from './own.ts';

const OF_EVERY_OBJECT = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

it('finds the rows of a table, and nothing that every object has', () => {
  const table = { pdf: 'pdf' };
  expect(own(table, 'pdf')).toBe('pdf');
  for (const key of OF_EVERY_OBJECT) expect(own(table, key)).toBeUndefined();
});
