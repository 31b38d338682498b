import { describe, expect, it } from 'vitest';
import { filtersOf } from '../filters.ts';
import { queryTextOf, savedAs } from './saved.ts';

const saved = [
  { _id: '1', name: 'Grúas', query: 'state=3&text=gr%C3%BAa', createdAt: '2026-11-21T10:00:00Z' },
];
const filters = (address: string) => filtersOf(new URLSearchParams(address));

describe('a kept search', () => {
  it('is known again in whatever order the address says it', () => {
    expect(savedAs(saved, filters('text=grúa&state=3'))).toBe(saved[0]);
    expect(savedAs(saved, filters('text=grúa&state=3&otra=cosa'))).toBe(saved[0]);
  });

  it('is another one with one filter more or less', () => {
    expect(savedAs(saved, filters('text=grúa'))).toBeUndefined();
    expect(savedAs(saved, filters('text=grúa&state=3&sort=title'))).toBeUndefined();
  });

  it('is written without what is empty', () => {
    expect(queryTextOf(filters('text=&state=3'))).toBe('state=3');
  });
});
