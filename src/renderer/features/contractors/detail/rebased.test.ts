import { expect, it } from 'vitest';
import { EMPTY } from '../party-fields.tsx';
import { rebased } from './rebased.ts';

const sur = { _id: 's', name: 'Sur' };

it('keeps what was typed, and takes from others what was not touched', () => {
  const base = { ...EMPTY, name: 'Ana', phone: '1', contractor: sur };
  const theirs = { ...base, phone: '2', email: 'ana@obra.cl', contractor: null };
  expect(rebased({ ...base, phone: '3' }, base, theirs)).toEqual({ ...theirs, phone: '3' });
  // The same contractor as another object is not a change.
  expect(rebased({ ...base, contractor: { ...sur } }, base, theirs).contractor).toBeNull();
  expect(rebased({ ...base, contractor: null }, base, { ...base, name: 'Eva' })).toMatchObject({
    name: 'Eva',
    contractor: null,
  });
});
