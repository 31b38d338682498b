import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stands } from './stands.ts';

const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const lines = text.split('\n').filter((line) => /^\| [STRIDE] \|/.test(line));
const tests = lines.map((line) => {
  const [, file = '', name = ''] = /`([^`]+)`: “(.+)” \|$/.exec(line) ?? [];
  return { line, file, name };
});

it('has threats of every kind', () => {
  expect(new Set(lines.map((line) => line[2]))).toEqual(new Set([...'STRIDE']));
});

it.each(tests)('a test holds: $line', ({ file, name }) => {
  expect(stands({ file, name })).toBe(true);
});
