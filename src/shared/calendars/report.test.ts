import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../platform/days.ts';
import {
  type Counted,
  changeSince,
  daysLate,
  decisionAsOf,
  type Kept,
  monthCounts,
  monthsBetween,
  totalsOf,
  worstStatus,
} from './report.ts';
import { DECISIONS, OCCURRENCE_STATUSES, statusOn } from './status.ts';

const TODAY = '2026-06-15';
const day = fc.integer({ min: -400, max: 400 }).map((days) => addDays(TODAY, days));
const counted: fc.Arbitrary<Counted> = fc
  .record({
    decision: fc.constantFrom(...DECISIONS),
    dueOn: day,
    completedOn: fc.option(day),
    leadDays: fc.constant([30, 7]),
  })
  .map((decided) => ({ dueOn: decided.dueOn, on: TODAY, status: statusOn(decided, TODAY) }));

describe('a due day since an earlier day', () => {
  const due = (status: Counted['status'], on: string): Counted => ({ dueOn: '2026-05-20', on, status });
  const [may, june] = ['2026-05-31', TODAY];

  it.each([
    ['overdue', 'done', 'caughtUp'],
    ['overdue', 'late', 'caughtUp'],
    ['submitted', 'late', 'caughtUp'],
    ['overdue', 'waived', null],
    ['overdue', 'submitted', null],
    ['overdue', 'overdue', null],
    ['submitted', 'overdue', 'overdue'],
    ['done', 'overdue', 'overdue'],
    ['done', 'done', null],
    ['late', 'late', null],
  ] as const)('that was %s and is %s: %s', (then, now, change) => {
    expect(changeSince(due(then, may), due(now, june))).toBe(change);
  });

  it('is overdue where it was not in the report of then, and has caught up only where it was late', () => {
    expect(changeSince(undefined, due('overdue', june))).toBe('overdue');
    expect(changeSince(undefined, due('late', june))).toBeNull();
    // In review on its very day, or due on it: not late.
    for (const status of ['submitted', 'today'] as const)
      expect(changeSince(due(status, '2026-05-20'), due('done', june))).toBeNull();
  });

  it('is late from its day to the one on which it was met, or to that of the report', () => {
    expect(daysLate(due('late', june), '2026-05-23')).toBe(3);
    expect(daysLate(due('overdue', june), null)).toBe(26);
    expect(daysLate(due('submitted', june), null)).toBe(26);
    expect(daysLate(due('submitted', '2026-05-20'), null)).toBeNull();
    for (const status of ['done', 'today', 'upcoming', 'pending', 'waived'] as const)
      expect(daysLate(due(status, june), '2026-05-23')).toBeNull();
  });
});

describe('the totals of the report', () => {
  it('add up, whatever was decided of which day', () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 60 }), (all) => {
        const { met, onTime, overdue, inReview, remaining, notApplicable } = totalsOf(all);
        const open = all.filter((each) => each.status === 'today').length;
        expect(met.count + overdue.count + inReview.count + open).toBe(met.of);
        expect([overdue.of, inReview.of]).toEqual([met.of, met.of]);
        expect(onTime.of).toBe(met.count);
        expect(onTime.count).toBeLessThanOrEqual(onTime.of);
        expect(remaining.of).toBe(met.of + remaining.count);
        expect(remaining.of + notApplicable).toBe(all.length);
      }),
    );
  });

  it('count the day itself as due, and what is met ahead only when its day comes', () => {
    const on = (dueOn: string, status: Counted['status']): Counted => ({ dueOn, status, on: TODAY });
    const all = [
      on(TODAY, 'today'),
      on(TODAY, 'done'),
      on(addDays(TODAY, 1), 'done'),
      on('2026-01-01', 'waived'),
    ];
    expect(totalsOf(all)).toMatchObject({
      met: { count: 1, of: 2 },
      overdue: { count: 0, of: 2 },
      inReview: { count: 0, of: 2 },
      remaining: { count: 1, of: 3 },
      notApplicable: 1,
    });
  });
});

describe('the months of the report', () => {
  it('are all there, over the turn of a year, and hold each due day of theirs once', () => {
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsBetween('0999-12', '1000-01')).toEqual(['0999-12', '1000-01']);
    const outside = monthCounts([{ dueOn: '2026-03-01', status: 'done' }], '2026-02', '2026-02');
    expect(outside[0]?.counts.done).toBe(0);
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 60 }), (all) => {
        const months = monthCounts(all, '2025-01', '2027-12');
        expect(months).toHaveLength(36);
        for (const { month, counts } of months)
          for (const status of OCCURRENCE_STATUSES)
            expect(counts[status]).toBe(
              all.filter((each) => each.status === status && each.dueOn.startsWith(month)).length,
            );
      }),
    );
  });

  it('show in a cell what asks most for somebody to do something', () => {
    expect(worstStatus([])).toBeNull();
    expect(worstStatus(['done', 'overdue', 'pending'])).toBe('overdue');
    expect(worstStatus(['done', 'submitted', 'upcoming'])).toBe('submitted');
    expect(worstStatus(['waived', 'done', 'late'])).toBe('late');
    for (const status of OCCURRENCE_STATUSES) expect(worstStatus([status])).toBe(status);
  });
});

describe('what was decided as of a day that is over', () => {
  const kept = (more: Partial<Kept>): Kept => ({
    ...{ decision: 'open', completedOn: null, decidedOn: null, minCount: 1, evidence: [] },
    ...more,
  });
  const DAY = '2026-03-10';
  const [before, after] = [addDays(DAY, -1), addDays(DAY, 1)];

  it.each<[string, Partial<Kept>, string, string | null]>([
    ['done by then', { decision: 'done', completedOn: DAY }, 'done', DAY],
    ['done later', { decision: 'done', completedOn: after, minCount: 0 }, 'open', null],
    ['done once, and taken back since', { decision: 'open', completedOn: before }, 'open', null],
    ['waived by then', { decision: 'waived', decidedOn: DAY }, 'waived', null],
    ['waived later', { decision: 'waived', decidedOn: after }, 'open', null],
    [
      'cancelled later, shown before',
      {
        decision: 'cancelled',
        decidedOn: after,
        evidence: [{ linkedOn: before, acceptedOn: null }],
      },
      'submitted',
      null,
    ],
    [
      'linked later',
      { decision: 'submitted', evidence: [{ linkedOn: after, acceptedOn: null }] },
      'open',
      null,
    ],
    [
      'accepted later',
      {
        decision: 'done',
        completedOn: after,
        evidence: [{ linkedOn: before, acceptedOn: after }],
      },
      'submitted',
      null,
    ],
    [
      'met then, and no longer',
      {
        decision: 'submitted',
        evidence: [{ linkedOn: before, acceptedOn: before }],
      },
      'done',
      before,
    ],
    ['met and shown on that very day', { evidence: [{ linkedOn: DAY, acceptedOn: DAY }] }, 'done', DAY],
    ['shown on that very day', { evidence: [{ linkedOn: DAY, acceptedOn: null }] }, 'submitted', null],
    [
      'met by the first of two that were accepted, whichever was linked first',
      {
        evidence: [
          { linkedOn: '2026-03-01', acceptedOn: before },
          { linkedOn: '2026-03-02', acceptedOn: '2026-03-03' },
        ],
      },
      'done',
      '2026-03-03',
    ],
    [
      'shown though nothing was asked for',
      { minCount: 0, evidence: [{ linkedOn: before, acceptedOn: before }] },
      'open',
      null,
    ],
    [
      'two of two, of which one is accepted later',
      {
        decision: 'submitted',
        minCount: 2,
        evidence: [
          { linkedOn: before, acceptedOn: before },
          { linkedOn: DAY, acceptedOn: after },
        ],
      },
      'submitted',
      null,
    ],
    [
      'one of two, and the other later',
      {
        decision: 'submitted',
        minCount: 2,
        evidence: [
          { linkedOn: before, acceptedOn: before },
          { linkedOn: after, acceptedOn: after },
        ],
      },
      'open',
      null,
    ],
  ])('%s', (_, more, decision, completedOn) => {
    expect(decisionAsOf(kept(more), DAY)).toEqual({ decision, completedOn });
  });

  it('is what is kept once all of it lies before that day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DECISIONS), (decision) => {
        const done = decision === 'done';
        const known = kept({
          decision,
          decidedOn: before,
          completedOn: done ? before : null,
          evidence: decision === 'submitted' ? [{ linkedOn: before, acceptedOn: null }] : [],
        });
        expect(decisionAsOf(known, DAY)).toEqual({ decision, completedOn: done ? before : null });
      }),
    );
  });
});
