import { expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

it('counts an IPv4 address by itself, however it is written', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('::ffff:cb00:7107')).toBe('203.0.113.7');
});

it('counts all addresses of an IPv6 customer as one, and those of the next as another', () => {
  const one = addressKey('2001:db8:1:100::1');
  expect(addressKey('2001:db8:1:1ff:ffff:ffff:ffff:ffff')).toBe(one);
  expect(addressKey('2001:DB8:0001:0100:0:0:0:9%eth0')).toBe(one);
  expect(addressKey('2001:db8:1:200::1')).not.toBe(one);
});

it('takes whatever is no address as it is, and names one that is not known', () => {
  expect(['', 'unix', '2001:db8::zz'].map(addressKey)).toEqual(['-', 'unix', '2001:db8::zz']);
});
