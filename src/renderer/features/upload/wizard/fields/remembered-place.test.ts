import { expect, it } from 'vitest';
import { STATE, STATE_NONE } from '#shared/access/states.ts';
import { stateAgain } from './remembered-place.ts';

it('the state of the last upload is chosen again only where it decides nothing and is still allowed', () => {
  const all = ['upload', 'review', 'publish'] as const;
  expect(stateAgain(STATE.draft, all)).toBe(STATE.draft);
  expect(stateAgain(STATE.pendingReview, ['upload'])).toBe(STATE.pendingReview);
  for (const state of [STATE.approved, STATE.published, STATE.obsolete]) {
    expect(stateAgain(state, all)).toBe(STATE_NONE);
  }
  expect(stateAgain(STATE.draft, [])).toBe(STATE_NONE);
});
