import fc from 'fast-check';
import { expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import { addDays } from '../platform/days.ts';
import {
  DECISIONS,
  type Decision,
  decisionBy,
  doneBetween,
  ESCALATED,
  nextStageOn,
  OCCURRENCE_STATUSES,
  type Shown,
  stageOn,
  statusOn,
} from './status.ts';
import { STATUS_WORDS } from './words.ts';

const TODAY = '2026-11-21';

it.each([
  ['open', '2026-12-31', null, 'pending'], ['open', '2026-12-21', null, 'upcoming'], ['open', '2026-12-22', null, 'pending'],
  ['open', '2026-11-21', null, 'today'], ['open', '2026-11-20', null, 'overdue'], ['submitted', '2026-11-20', null, 'submitted'],
  ['done', '2026-11-20', '2026-11-20', 'done'], ['done', '2026-11-20', '2026-11-21', 'late'],
  ['waived', '2026-11-20', null, 'waived'], ['cancelled', '2026-12-20', null, 'waived'],
] as const)('%s, due on %s, done on %s: %s', (decision, dueOn, completedOn, status) => {
  expect(statusOn({ decision, dueOn, completedOn, leadDays: [30, 7] }, TODAY)).toBe(status);
}); // biome-ignore format: a table

it('is upcoming only where it is told of before its day', () => {
  const open = { decision: 'open', dueOn: '2026-11-22', completedOn: null } as const;
  expect(statusOn({ ...open, leadDays: [] }, TODAY)).toBe('pending');
  expect(statusOn({ ...open, leadDays: [1] }, TODAY)).toBe('upcoming');
});

it('is done in time where nobody says on which day', () => {
  const done = { decision: 'done', dueOn: '2026-11-20', completedOn: null, leadDays: [] } as const;
  expect(statusOn(done, TODAY)).toBe('done');
});

it('has a word of its own for each status', () => {
  const words = OCCURRENCE_STATUSES.map((status) => STATUS_WORDS[status]);
  expect(new Set(words).size).toBe(OCCURRENCE_STATUSES.length);
  for (const word of words) expect(word).toMatch(/^[A-Z][a-zó ]+$/);
});

it('is met on a day from a year before it is due up to today', () => {
  expect(doneBetween('2026-12-31', TODAY)).toEqual({ from: '2025-12-30', to: TODAY });
  expect(doneBetween('2026-01-10', TODAY)).toEqual({ from: '2025-01-09', to: TODAY });
  // Further ahead nothing but today is left.
  expect(doneBetween('2028-12-31', TODAY)).toEqual({ from: TODAY, to: TODAY });
});

const shown = (state: Shown['state'], more: Partial<Shown> = {}): Shown => ({
  ...{ state, there: true, accepted: false },
  ...more,
});
const wanted = { minCount: 1, acceptedStates: [STATE.approved, STATE.published] };

it.each([
  ['nothing is there', [], 'open'],
  ['a draft is', [shown(STATE.draft)], 'submitted'],
  ['a published one is', [shown(STATE.published)], 'done'],
  ['it was rejected afterwards', [shown(STATE.rejected, { accepted: true })], 'open'],
  ['it became obsolete in time', [shown(STATE.obsolete, { accepted: true })], 'done'],
  ['it was obsolete from the start', [shown(STATE.obsolete)], 'open'],
  ['it was deleted', [shown(STATE.published, { there: false, accepted: true })], 'open'],
  ['one of two is accepted', [shown(STATE.draft), shown(STATE.approved)], 'done'],
] as const)('where %s', (_, all, decision) => {
  expect(decisionBy(wanted, all, 'open')).toBe(decision);
  expect(decisionBy(wanted, all, 'done')).toBe(decision);
  expect(decisionBy(wanted, all, 'waived')).toBe('waived');
  expect(decisionBy(wanted, all, 'cancelled')).toBe('cancelled');
  for (const now of ['open', 'done'] as const)
    expect(decisionBy({ ...wanted, minCount: 0 }, all, now)).toBe(now);
});

it.each([
  ['one of two is in review', [shown(STATE.draft)], 'open'],
  ['one of two is accepted', [shown(STATE.published)], 'open'],
  ['one is accepted and the other rejected', [shown(STATE.published), shown(STATE.rejected)], 'open'],
  ['one is accepted and the other deleted', [shown(STATE.published), shown(STATE.draft, { there: false })], 'open'],
  ['both are in review', [shown(STATE.draft), shown(STATE.pendingReview)], 'submitted'],
  ['one is accepted and the other in review', [shown(STATE.published), shown(STATE.pendingReview)], 'submitted'],
  ['a third is in review', [shown(STATE.published), shown(STATE.approved), shown(STATE.draft)], 'done'],
] as const)('of two required documents, where %s', (_, all, decision) => {
  for (const now of ['open', 'submitted', 'done'] as const)
    expect(decisionBy({ ...wanted, minCount: 2 }, all, now)).toBe(decision);
}); // biome-ignore format: a table

it('is in review only by documents: where none is asked for any more, it is open again', () => {
  expect(decisionBy({ ...wanted, minCount: 0 }, [shown(STATE.draft)], 'submitted')).toBe('open');
});

it('is settled by one look: a second one changes nothing', () => {
  const each = fc.record<Shown>({
    state: fc.constantFrom(0, 1, 2, 3, 4, 5, 6),
    there: fc.boolean(),
    accepted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(each), fc.constantFrom<Decision>(...DECISIONS), fc.nat(3), (all, now, minCount) => {
      const first = decisionBy({ ...wanted, minCount }, all, now);
      expect(decisionBy({ ...wanted, minCount }, all, first)).toBe(first);
    }),
  );
});

it('tells each stage once, on its day or the first day that anybody looks, the nearest alone', () => {
  const lead = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 });
  fc.assert(
    fc.property(lead, fc.array(fc.integer({ min: -90, max: 20 })), (leadDays, looks) => {
      const told = new Set<number>();
      for (const look of looks) {
        const today = addDays(TODAY, look);
        const stage = stageOn(TODAY, leadDays, today);
        if (stage !== null) told.add(stage);
        const next = nextStageOn(TODAY, leadDays, today);
        if (next === null) expect(stage).toBe(ESCALATED);
        else {
          expect(next > today).toBe(true);
          expect(stageOn(TODAY, leadDays, addDays(next, -1))).toBe(stage);
          expect(stageOn(TODAY, leadDays, next)).not.toBe(stage);
        }
      }
      expect([...told].every((stage) => [...leadDays, 0, ESCALATED].includes(stage))).toBe(true);
    }),
  );
  expect(stageOn(TODAY, [30, 15, 7], addDays(TODAY, -10))).toBe(15);
  expect(stageOn(TODAY, [], addDays(TODAY, 1))).toBe(ESCALATED);
});
