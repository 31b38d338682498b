import { describe, expect, it } from 'vitest';
import { stands } from './stands.ts';
import { NOT_SHOWN, SYNC_FAULTS } from './sync-faults.ts';

describe('the faults of sync.md, and the tests on the real engine that show them', () => {
  it('all twenty-five are here, each once', () => {
    expect(new Set(SYNC_FAULTS.map(({ fault }) => fault)).size).toBe(25);
  });

  it('every test that is named is there', () => {
    const missing = SYNC_FAULTS.flatMap(({ fault, tests }) =>
      tests.filter((each) => !stands(each)).map(({ file, name }) => `${fault}: ${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('every fault has a test, but for those that are said to have none yet', () => {
    const bare = SYNC_FAULTS.filter(({ tests }) => tests.length === 0).map(({ fault }) => fault);
    expect(bare).toEqual(NOT_SHOWN);
  });
});
