import { expect, it } from 'vitest';
import { holdStatus } from './holds.ts';

it('a hold runs through its last day, and until it is released', () => {
  const today = '2026-03-07';
  expect(holdStatus({ until: null, released: false }, today)).toBe('active');
  expect(holdStatus({ until: '2026-03-07', released: false }, today)).toBe('active');
  expect(holdStatus({ until: '2026-03-06', released: false }, today)).toBe('expired');
  expect(holdStatus({ until: null, released: true }, today)).toBe('released');
  expect(holdStatus({ until: '2026-03-06', released: true }, today)).toBe('released');
});
