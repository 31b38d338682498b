import { expect, test } from 'vitest';
import { prose } from '../primitives.ts';

test.each([
  ['Windows', 'uno\r\n\r\ndos'],
  ['old Macs', 'uno\r\rdos'],
  ['Unix', 'uno\n\ndos'],
  ['several', 'uno\r\n\rdos'],
  ['Unicode', 'uno\u2028\u2029dos'],
])('line ends of %s become line feeds', (_, text) => {
  expect(prose(80).parse(text)).toBe('uno\n\ndos');
});

test('a line end counts as one character, however it was sent', () => {
  expect(prose(3).parse('a\r\nb')).toBe('a\nb');
  expect(prose(3).safeParse('a\r\n\r\nb').success).toBe(false);
});

test('a text of line ends alone is empty', () => {
  expect(prose(80).parse('\r\n\r')).toBe('');
});
