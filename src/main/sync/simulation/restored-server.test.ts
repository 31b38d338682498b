import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

test('no byte is lost either when the server goes back to a backup, 1,000 times', async () => {
  const result = await simulate({ runs: 1000, seed: 20_260_308, restore: true });
  expect(result.failed, fc.defaultReportMessage(result)).toBe(false);
});
