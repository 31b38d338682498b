import { describe, expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const MINUTE = 60_000;

describe('the simulation notices a missing safeguard', () => {
  test.each(['recheck', 'fsync', 'cas', 'idempotency', 'removal', 'kept'] as const)(
    '%s',
    async (without) => {
      const result = await simulate({ runs: 1500, seed: 1, without });
      expect(result.failed).toBe(true);
    },
    3 * MINUTE,
  );
});
