import { expect, test } from 'vitest';
import { openFilesLimit, requireOpenFiles } from './open-files.ts';

test('a process that may have too few files open does not start, and says what to raise', () => {
  expect(() => requireOpenFiles(256)).toThrow(/only 256 files open, and needs 1024: raise its hard limit/);
  expect(() => requireOpenFiles(1023)).toThrow();
  for (const limit of [1024, 1_048_576, undefined]) expect(() => requireOpenFiles(limit)).not.toThrow();
});

test('the limit of this process is known', () => {
  expect(openFilesLimit() ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(1024);
});
