import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { outcomeOf } from './version-outcome.ts';

const current = { outcome: 'current', version: { settled: false } } as const;
const conflict = { outcome: 'conflict', version: { settled: false } } as const;

describe('what became of an uploaded version', () => {
  it('says that a request for a decision was withdrawn, where the version before waited for one', () => {
    expect(outcomeOf(current, STATE.pendingReview)).toBe('withdrewReview');
    expect(outcomeOf(current, STATE.pendingPublication)).toBe('withdrewPublication');
    for (const state of [STATE.draft, STATE.approved, STATE.rejected, STATE.published, undefined]) {
      expect(outcomeOf(current, state)).toBe('done');
    }
  });

  it('says that it is in conflict, and withdraws nothing then', () => {
    expect(outcomeOf(conflict, STATE.pendingReview)).toBe('conflict');
    expect(outcomeOf({ ...conflict, version: { settled: true } }, STATE.draft)).toBe('sameAsOther');
  });
});
