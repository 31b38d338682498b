import { describe, expect, it } from 'vitest';
import { filtersOf, isNarrowed, isSearching, libraryOf, queryOf, withFilter } from './filters.ts';

const parse = (query: string) => filtersOf(new URLSearchParams(query));

describe('filters in the address', () => {
  it('leaves out what is empty or unknown', () => {
    expect(parse('text=%20&group=a&other=1')).toEqual({ group: 'a' });
  });
  it('opens the library manager for one library and nothing else', () => {
    expect(libraryOf(parse('group=a'))).toBe('a');
    expect(libraryOf(parse('group=a&folder=f&sort=title'))).toBe('a');
    expect(libraryOf(parse('group=a,b'))).toBeUndefined();
    expect(libraryOf(parse('group=a&text=obra'))).toBeUndefined();
    expect(libraryOf(parse('group=a&state=5'))).toBeUndefined();
  });
  it('searches as soon as something is asked for', () => {
    expect(isSearching(parse(''))).toBe(false);
    expect(isSearching(parse('name=acta'))).toBe(true);
  });
  it('lists everything for an order alone, which narrows nothing', () => {
    expect(isSearching(parse('sort=-updatedAt'))).toBe(true);
    expect(isNarrowed(parse('sort=-updatedAt'))).toBe(false);
    expect(isNarrowed(parse('sort=-updatedAt&state=0'))).toBe(true);
  });
  it('forgets the folder with the library', () => {
    expect(withFilter(new URLSearchParams('group=a&folder=f'), 'group', 'b').toString()).toBe('group=b');
  });
  it('does not send a scope that there is none of', () => {
    expect(queryOf(parse('scope=secreto&text=obra'))).toEqual({ text: 'obra' });
  });
});
