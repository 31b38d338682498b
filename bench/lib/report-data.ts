import { randomUUID } from 'node:crypto';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import type { Report, ReportOccurrence, ReportRow } from '#shared/report/report.schemas.ts';

const AS_OF = '2026-11-22';
const FIRST_YEAR = 2024;
const MONTHS = 36;
const PAST: readonly OccurrenceStatus[] = ['done', 'done', 'late', 'done', 'overdue', 'submitted', 'waived'];
const EVERY = [1, 1, 1, 3, 6, 12];

const MONTH_NAMES = Array.from(
  { length: MONTHS },
  (_, at) => `${FIRST_YEAR + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
);
const named = (name: string) => ({ _id: randomUUID(), name });

/**
 * A report as the server returns it, with this many obligations over 36 months and this many folders that do not
 * comply.
 */
export function reportOf(obligations: number, folders: number): Report {
  const people = ['Ana', 'Jorge', 'María', 'Diego'].map((firstname) => ({
    _id: randomUUID(),
    firstname,
    lastname: 'Soto',
  }));
  const rows = Array.from({ length: obligations }, (_, at): ReportRow => {
    const every = EVERY[at % EVERY.length] ?? 1;
    const occurrences = MONTH_NAMES.filter((_month, index) => index % every === 0).map(
      (period, index): ReportOccurrence => ({
        _id: randomUUID(),
        period,
        dueOn: `${period}-10`,
        status: `${period}-10` > AS_OF ? 'pending' : (PAST[(index * 5 + at * 3) % PAST.length] ?? 'done'),
        completedOn: null,
      }),
    );
    const due = occurrences.filter(({ status }) => status !== 'pending' && status !== 'waived');
    return {
      obligation: {
        _id: randomUUID(),
        title: `Certificado de cumplimiento de subcontratistas ${at + 1}`,
        authority: 'Dirección del Trabajo',
        recurrence: `FREQ=MONTHLY;INTERVAL=${every};BYMONTHDAY=10`,
      },
      calendar: { ...named('Obra Edificio Mirador'), color: 'petrol' },
      groups: [],
      responsible: people[at % people.length] ?? null,
      met: {
        count: due.filter(({ status }) => status === 'done' || status === 'late').length,
        of: due.length,
      },
      occurrences,
    };
  });
  const all = rows.flatMap(({ occurrences }) => occurrences);
  const count = (...statuses: OccurrenceStatus[]) =>
    all.filter(({ status }) => statuses.includes(status)).length;
  const due = count('done', 'late', 'overdue', 'submitted');
  return {
    asOf: AS_OF,
    from: MONTH_NAMES[0] ?? '',
    to: MONTH_NAMES.at(-1) ?? '',
    reconstructed: false,
    totals: {
      met: { count: count('done', 'late'), of: due },
      onTime: { count: count('done'), of: count('done', 'late') },
      overdue: { count: count('overdue'), of: due },
      inReview: { count: count('submitted'), of: due },
      remaining: { count: count('pending'), of: due + count('pending') },
      notApplicable: count('waived'),
    },
    months: [],
    rows,
    folders: {
      ruled: folders * 4,
      red: folders,
      items: Array.from({ length: folders }, (_, at) => ({
        folder: named(`Contratista ${at + 1}`),
        path: `02 Subcontratistas / Contratista ${at + 1}`,
        group: named('Obra Edificio Mirador'),
        blocking: 2,
        warnings: 0,
        dueSoon: false,
        dueOn: null,
        results: ['Certificado F30-1 del mes', 'Póliza de responsabilidad civil'].map((name) => ({
          rule: {
            ...named(name),
            code: '',
            severity: 'blocking' as const,
            periodicity: 'monthly' as const,
            legalBasis: '',
            folder: named('02 Subcontratistas'),
          },
          status: 'fails' as const,
          reasons: [{ code: 'MISSING' as const, period: '2026-10' }],
          satisfiedBy: [],
          dueSoon: false,
          failsOn: null,
          nextChangeOn: null,
          exemption: null,
        })),
      })),
    },
  };
}
