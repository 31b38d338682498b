import { describe, expect, it } from 'vitest';
import { itemLink } from './list-widget.tsx';

describe('the generic list', () => {
  it('links an item as prefix + keys + suffix', () => {
    const record = { _id: 'r1', group: { _id: 'g1' } };
    expect(itemLink(record, '/records/view/', ['_id'])).toBe('/records/view/r1');
    expect(itemLink(record, '/x/', ['group._id', '_id'], '?panel=review')).toBe('/x/g1/r1?panel=review');
  });

  it('cannot be led elsewhere by what an item holds', () => {
    expect(itemLink({ _id: '../a?b#c' }, '/records/view/', ['_id'])).toBe('/records/view/..%2Fa%3Fb%23c');
    expect(itemLink({}, '/records/view/', ['_id'])).toBe('/records/view/');
  });
});
