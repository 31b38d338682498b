import { describe, expect, it } from 'vitest';
import { useTestServer } from '../testing/http.ts';
import { reportedCompany } from '../testing/reported-company.ts';
import { testEngines } from '../testing/test-database.ts';

describe.each(testEngines)('the report on %s', (engine) => {
  const server = useTestServer({ engine });
  const setUp = () => reportedCompany(server());

  it('counts what was met of what is due, by hand', async () => {
    const { boss, sample, period, today } = await setUp();
    await sample();
    const { totals, rows, months, ...head } = await boss.ok('report', { query: period });
    expect(head).toMatchObject({
      asOf: today,
      reconstructed: false,
      folders: { ruled: 0, red: 0, items: [] },
    });
    // Due: in time, late, never; waived is asked of nobody, and the one done ahead waits for its day.
    expect(totals).toEqual({
      met: { count: 2, of: 3 },
      onTime: { count: 1, of: 2 },
      overdue: { count: 1, of: 3 },
      inReview: { count: 0, of: 3 },
      remaining: { count: 4, of: 7 },
      notApplicable: 1,
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.met).toEqual({ count: 2, of: 3 });
    expect(rows[0]?.occurrences.map((each) => each.status)).toEqual([
      ...['done', 'late', 'overdue', 'waived', 'done'],
      ...['upcoming', 'pending', 'pending'],
    ]);
    const counted = months
      .flatMap(({ counts }) => Object.values(counts))
      .reduce((sum, each) => sum + each, 0);
    expect(counted).toBe(8);
    expect(months[0]?.month).toBe(period.from);
    expect(months.at(-1)?.month).toBe(period.to);
  });
});
