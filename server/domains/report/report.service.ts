import type { z } from 'zod';
import { monthCounts, totalsOf } from '#shared/calendars/report.ts';
import { addDays, dayIn } from '#shared/platform/days.ts';
import type {
  MasterQuery,
  masterPage,
  Report,
  ReportQuery,
  ReportRow,
} from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { startOfDay } from '../../platform/lists/start-of-day.ts';
import { lookup } from '../access/names.queries.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { loadDueDays, type ReportedDueDays } from './report-due-days.ts';
import type { RedCount } from './report-folders.queries.ts';
import { loadRed } from './report-folders.ts';
import { loadMaster } from './report-master.ts';
import { judgedGroups, loadScope, type ReportFrame, type ReportScope } from './report-scope.ts';

/** A report with what its exports and snapshots need in addition. */
export interface LoadedReport {
  readonly report: Report;
  readonly frame: ReportFrame;
  readonly scope: ReportScope;
  readonly redCounts: readonly RedCount[];
  readonly dueDays: readonly ReportedDueDays[];
}

/** How the organization stands by its obligations (docs/domain/calendars.md). The routes require a manager. */
export function createReportService({ db, now }: Pick<Deps, 'db' | 'now'>) {
  async function frameOf(actor: Actor, query: ReportQuery, at: Date): Promise<ReportFrame> {
    const { timezone } = await findOrganization(db, actor.organization);
    const today = dayIn(timezone, at);
    const asOf = query.asOf ?? today;
    const year = asOf.slice(0, 4);
    return {
      asOf,
      timezone,
      today: asOf === today,
      moment: asOf < today ? new Date(startOfDay(addDays(asOf, 1), timezone).getTime() - 1) : null,
      from: query.from ?? `${year}-01`,
      to: query.to ?? `${year}-12`,
    };
  }

  async function load(actor: Actor, query: ReportQuery): Promise<LoadedReport> {
    const at = now();
    const frame = await frameOf(actor, query, at);
    const scope = await loadScope(db, actor, query);
    const dueDays = await loadDueDays(db, actor, query, scope, frame, at);
    const { counts, items } = await loadRed(db, actor, judgedGroups(scope, frame.moment), frame);
    const { people } = await lookup(db, {
      people: dueDays.flatMap(({ obligation }) => obligation.responsible ?? []),
    });
    const all = dueDays.flatMap((each) => each.dueDays);
    const sum = (of: (count: RedCount) => number): number =>
      counts.reduce((total, each) => total + of(each), 0);
    const report: Report = {
      asOf: frame.asOf,
      from: frame.from,
      to: frame.to,
      reconstructed: frame.moment !== null,
      totals: totalsOf(all),
      months: monthCounts(all, frame.from, frame.to),
      rows: dueDays.flatMap((each) => rowOf(each, query.status, scope, people)),
      folders: { ruled: sum(({ ruled }) => ruled), red: sum(({ red }) => red), items, hidden: scope.hidden },
    };
    return { report, frame, scope, redCounts: counts, dueDays };
  }

  return {
    load,
    /** @throws invalid where there are too many due days */
    get: async (actor: Actor, query: ReportQuery): Promise<Report> => (await load(actor, query)).report,
    master: async (actor: Actor, query: MasterQuery): Promise<z.infer<typeof masterPage>> => {
      const scope = await loadScope(db, actor, query);
      return loadMaster(db, actor, scope.asked, query);
    },
  };
}

export type ReportService = ReturnType<typeof createReportService>;

/** Null where a filter by status leaves none of its due days. */
function rowOf(
  { obligation, dueDays }: ReportedDueDays,
  status: ReportQuery['status'],
  { known }: ReportScope,
  people: ReadonlyMap<string, NonNullable<ReportRow['responsible']>>,
): ReportRow[] {
  const { id, title, authority, recurrence, calendar, calendar_name: name, color, groups } = obligation;
  const shown = status ? dueDays.filter((each) => status.includes(each.status)) : dueDays;
  if (shown.length === 0) return [];
  return [
    {
      obligation: { _id: id, title, authority, recurrence },
      calendar: { _id: calendar, name, color },
      groups: groups.flatMap((group) => {
        const found = known.get(group);
        return found ? [{ _id: found._id, name: found.name }] : [];
      }),
      responsible: obligation.responsible ? (people.get(obligation.responsible) ?? null) : null,
      met: totalsOf(dueDays).met,
      occurrences: shown.map((each) => ({
        _id: each.id,
        period: each.period,
        dueOn: each.dueOn,
        status: each.status,
        completedOn: each.completedOn,
      })),
    },
  ];
}
