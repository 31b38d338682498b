import { expect, test } from 'vitest';
import { DESKTOP_SECURITY } from './desktop-security.ts';
import { stands } from './stands.ts';

test.each(DESKTOP_SECURITY)('the desktop’s security: $item', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((each) => !stands(each))).toEqual([]);
});
