import { describe, expect, it } from 'vitest';
import { nextRun, summarize } from '../../scripts/lib/repeat-plan.mjs';

const run = (suite: string, failed = false, seconds = 10) => ({ suite, failed, seconds });

describe('npm run repeat', () => {
  it('takes the suites in turn, and goes on where it was ended', () => {
    expect(nextRun([], ['unit', 'web'], 2)).toBe('unit');
    expect(nextRun([run('unit')], ['unit', 'web'], 2)).toBe('web');
    expect(nextRun([run('unit'), run('web')], ['unit', 'web'], 2)).toBe('unit');
    expect(nextRun([run('unit'), run('unit'), run('web')], ['unit', 'web'], 2)).toBe('web');
    expect(nextRun([run('unit'), run('unit'), run('web'), run('web')], ['unit', 'web'], 2)).toBeUndefined();
  });

  it('says how often each ran, failed, and how long it took', () => {
    const runs = [run('unit', false, 12), run('unit', true, 9)];
    expect(summarize(runs, ['unit', 'web'], 10)).toEqual([
      'unit: 2 of 10 runs, 1 failed, 9 to 12 s',
      'web: 0 of 10 runs, 0 failed',
    ]);
  });
});
