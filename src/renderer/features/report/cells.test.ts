import { describe, expect, it } from 'vitest';
import type { ReportOccurrence, ReportRow } from '#shared/report/report.schemas.ts';
import { cellsOf, dueRows, formatMonth, monthHead, monthShares, percentOf } from './cells.ts';

const due = (dueOn: string, status: ReportOccurrence['status']): ReportOccurrence => ({
  _id: `${dueOn}-${status}`,
  period: dueOn.slice(0, 7),
  dueOn,
  status,
  completedOn: null,
});
const row = (...occurrences: ReportOccurrence[]): ReportRow => ({
  obligation: { _id: 'o', title: 'Certificado F30-1', authority: '', recurrence: 'FREQ=MONTHLY' },
  calendar: { _id: 'c', name: 'Obras', color: 'petrol' },
  groups: [],
  responsible: null,
  met: { count: 0, of: 0 },
  occurrences,
});

describe('the cells of an obligation', () => {
  it('stand in their months, the others are empty', () => {
    const cells = cellsOf(row(due('2026-02-10', 'done')), ['2026-01', '2026-02', '2026-03']);
    expect(cells.map((cell) => cell?.worst.dueOn)).toEqual([undefined, '2026-02-10', undefined]);
  });

  it('show the worst of a month, and all of it by day', () => {
    const given = row(due('2026-02-27', 'done'), due('2026-02-06', 'late'), due('2026-02-13', 'overdue'));
    const [cell] = cellsOf(given, ['2026-02']);
    expect(cell?.worst.status).toBe('overdue');
    expect(cell?.items.map(({ dueOn }) => dueOn)).toEqual(['2026-02-06', '2026-02-13', '2026-02-27']);
  });

  it('prefer what is open to what was done, and what was done to what does not apply', () => {
    const worst = (...statuses: ReportOccurrence['status'][]) =>
      cellsOf(row(...statuses.map((status) => due('2026-02-10', status))), ['2026-02'])[0]?.worst.status;
    expect([worst('waived', 'done'), worst('done', 'pending'), worst('upcoming', 'today')]).toEqual([
      'done',
      'pending',
      'today',
    ]);
  });

  it('become the lines of the table, each with its obligation', () => {
    expect(dueRows([row(due('2026-02-10', 'done'), due('2026-03-10', 'pending'))])).toHaveLength(2);
  });
});

describe('shares', () => {
  it('have a denominator, and no percentage of nothing', () => {
    expect([percentOf({ count: 40, of: 43 }), percentOf({ count: 0, of: 0 })]).toEqual(['93,0 %', '—']);
  });

  it('of a month count what was owed up to the day', () => {
    const months = [
      { month: '2026-10', counts: { done: 3, late: 1, overdue: 1, waived: 2 } },
      { month: '2026-12', counts: { pending: 4 } },
    ] as never;
    expect(monthShares({ months, asOf: '2026-11-12' }).map(({ due: all, met }) => [all, met])).toEqual([
      [5, { count: 4, of: 5 }],
      [4, { count: 0, of: 0 }],
    ]);
  });

  it('name their months', () => {
    expect([formatMonth('2026-10'), monthHead('2026-01')]).toEqual(['oct 2026', 'Ene']);
  });
});
