import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import { evidenceState } from './evidence-draft.ts';

describe('the state of a file that is given as evidence', () => {
  it('is the least public one that counts, among those that its person may give', () => {
    expect(evidenceState(['upload', 'review', 'publish'], [STATE.approved, STATE.published])).toBe(
      STATE.approved,
    );
    expect(evidenceState(['upload', 'publish'], [STATE.approved, STATE.published])).toBe(STATE.published);
    expect(evidenceState(['upload'], [STATE.draft, STATE.published])).toBe(STATE.draft);
  });

  it('asks for a review where its person may give none that counts', () => {
    expect(evidenceState(['upload'], [STATE.published])).toBe(STATE.pendingReview);
    expect(evidenceState(['upload', 'review'], [STATE.rejected, STATE.obsolete])).toBe(STATE.pendingReview);
  });
});
