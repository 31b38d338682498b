import { expect, test } from 'vitest';
import { coversEverything, ignorePattern, patternProblem } from './ignore-pattern.ts';

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['Obras/2026', 'slash'],
  ['Obras\\*.bak', 'slash'],
  ['x'.repeat(101), 'long'],
  ['plano?.dwg', 'characters'],
  ['a\u0000b', 'characters'],
  ['*.bak', null],
  ['Borradores', null],
  ['plano [1].pdf', null],
] as const)('%j: %s', (pattern, problem) => {
  expect(patternProblem(pattern)).toBe(problem);
  expect(ignorePattern.safeParse(pattern).success).toBe(problem === null);
});

test('patterns that leave hardly anything are told apart', () => {
  expect(['*', '**', '*.*'].map(coversEverything)).toEqual([true, true, true]);
  expect(['*.bak', '*.docx', 'Informe*'].map(coversEverything)).toEqual([false, false, false]);
});
