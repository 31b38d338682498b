import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { createCursor, invalidCursor } from './cursor.ts';

const byName = createCursor(z.object({ s: z.string(), k: z.string(), i: z.uuid() }));
const byPlace = createCursor(z.tuple([z.string(), z.number(), z.uuid()]));
const ID = '0197f1a2-1111-7abc-8def-0123456789ab';

const write = (text: string): string => Buffer.from(text).toString('base64url');

function errorOf(decode: () => unknown): ApiError {
  try {
    decode();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the cursor was taken');
}

test('gives back every position, whatever its texts hold', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(anyText, anyText, fc.uuid(), (s, k, i) => {
      expect(byName.decode(byName.encode({ s, k, i }))).toEqual({ s, k, i });
    }),
  );
  fc.assert(
    fc.property(anyText, fc.integer(), fc.uuid(), (text, number, id) => {
      expect(byPlace.decode(byPlace.encode([text, number, id]))).toEqual([text, number, id]);
    }),
  );
});

test('is base64url of the position as JSON, which clients keep', () => {
  const text = byName.encode({ s: 'name', k: 'Ñuñoa', i: ID });
  expect(text).toBe(write(`{"s":"name","k":"Ñuñoa","i":"${ID}"}`));
  expect(text).toMatch(/^[\w-]+$/);
});

test('no cursor is the first page', () => {
  expect(byName.decode(undefined)).toBeNull();
});

test.each([
  ['nothing', ''],
  ['no base64', '¿?*'],
  ['no JSON', write('{"s":"name"')],
  ['the JSON itself', `{"s":"name","k":"a","i":"${ID}"}`],
  ['a cursor cut short', byName.encode({ s: 'name', k: 'a', i: ID }).slice(0, -4)],
  ['another list’s position', byPlace.encode(['a', 1, ID])],
  ['a key too few', write(`{"s":"name","i":"${ID}"}`)],
  ['an id that is none', write('{"s":"name","k":"a","i":"x"}')],
  ['null', write('null')],
])('refuses %s', (_what, text) => {
  const error = errorOf(() => byName.decode(text));
  expect(error.body()).toEqual(invalidCursor().body());
  expect([error.status, error.details]).toEqual([400, { cursor: 'El cursor no es válido.' }]);
});

test('refuses any text without failing otherwise', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json().map(write)), (text) => {
      expect(errorOf(() => byPlace.decode(text)).code).toBe('invalid');
    }),
  );
});

test('names the field that the cursor came in', () => {
  const since = createCursor(z.object({ s: z.number() }), 'since');
  expect(errorOf(() => since.decode('x')).details).toEqual({ since: 'El cursor no es válido.' });
});
