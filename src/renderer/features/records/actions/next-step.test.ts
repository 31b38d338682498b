import { expect, test } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { nextStepOf } from './next-step.ts';

type State = Record['state'];
const ME = 'me';
const document = (
  state: State,
  roles: Record['may']['roles'],
  states: readonly State[],
  addVersion = false,
  author = ME,
) =>
  ({
    face: 'working',
    authors: [{ user: { _id: author } }],
    currentVersion: { _id: 'v', number: 1, state, createdAt: '' },
    may: { roles, states, addVersion },
  }) as unknown as Record;
const { draft, approved, rejected, published, obsolete, pendingReview, pendingPublication } = STATE;

test.each([
  ['its author has a draft', draft, ['upload'], [pendingReview], true, 'requestReview'],
  ['a reviewer sees a draft of somebody else', draft, ['review'], [approved, rejected], false, 'decide'],
  ['a reviewer was asked', pendingReview, ['review'], [approved, rejected, draft], false, 'decide'],
  ['its author waits', pendingReview, ['upload'], [], true, undefined],
  ['it was approved, for a publisher', approved, ['publish'], [published], false, 'publish'],
  [
    'it was approved, for a reviewer',
    approved,
    ['review'],
    [pendingPublication],
    false,
    'requestPublication',
  ],
  ['its publication was asked for', pendingPublication, ['publish'], [published], false, 'publish'],
  ['it was rejected, for its author', rejected, ['upload'], [draft], true, 'newVersion'],
  ['it is published, for an author', published, ['upload'], [], true, 'newVersion'],
  ['it is published, for a publisher', published, ['publish'], [obsolete], false, 'changeState'],
  ['it is published, for a reader', published, [], [], false, undefined],
] as const)('%s', (_, state, roles, states, addVersion, step) => {
  expect(nextStepOf(document(state, [...roles], states, addVersion), ME, false)).toBe(step);
});

test('on the desktop a published document is opened, edited and sent from there', () => {
  expect(nextStepOf(document(published, ['upload'], [], true), ME, true)).toBe('openHere');
});

test('a document without bytes has none', () => {
  expect(nextStepOf({ ...document(draft, ['upload'], []), currentVersion: null }, ME, false)).toBeUndefined();
});

test('whoever reviews decides about a draft of somebody else, and asks others about their own', () => {
  const given = [draft, ['upload', 'review'], [approved, pendingReview], true] as const;
  const [state, roles, states, add] = given;
  expect(nextStepOf(document(state, [...roles], states, add, 'other'), ME, false)).toBe('decide');
  expect(nextStepOf(document(state, [...roles], states, add), ME, false)).toBe('requestReview');
});
