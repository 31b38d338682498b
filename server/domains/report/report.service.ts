import type { z } from 'zod';
import { monthCounts, totalsOf } from '#shared/calendars/report.ts';
import { addDays, dayIn } from '#shared/platform/days.ts';
import type {
  MasterQuery,
  masterPage,
  Report,
  ReportQuery,
  ReportRow,
  scopedReport,
} from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { startOfDay } from '../../platform/lists/start-of-day.ts';
import { lookup } from '../access/names.queries.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { nameOf } from './files/person-words.ts';
import { namesOf, scopeSentence } from './files/report-words.ts';
import { loadDueDays, type ReportedDueDays } from './report-due-days.ts';
import type { RedCount } from './report-folders.queries.ts';
import { loadRed } from './report-folders.ts';
import { loadMaster } from './report-master.ts';
import { judgedGroups, loadScope, type ReportFrame, type ReportScope } from './report-scope.ts';
import { compare, dayBefore } from './report-since.ts';

/** A report with what its exports and snapshots need in addition. */
export interface LoadedReport {
  readonly report: Report;
  readonly frame: ReportFrame;
  readonly scope: ReportScope;
  readonly redCounts: readonly RedCount[];
  readonly dueDays: readonly ReportedDueDays[];
  readonly organization: string;
}

/** How the organization stands by its obligations (docs/domain/calendars.md). The routes require a manager. */
export function createReportService({ db, now }: Pick<Deps, 'db' | 'now'>) {
  function frameOf(timezone: string, query: ReportQuery, at: Date): ReportFrame {
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
    const { timezone, name: organization } = await findOrganization(db, actor.organization);
    const frame = frameOf(timezone, query, at);
    const scope = await loadScope(db, actor, query);
    const found = await loadDueDays(db, actor, query, scope, frame, at);
    const day = dayBefore(frame.asOf);
    const earlier = frameOf(timezone, { asOf: day, from: frame.from, to: frame.to }, at);
    const then = await loadDueDays(db, actor, query, scope, earlier, at);
    const { dueDays, since } = compare(found, then, day);
    const { counts, items } = await loadRed(db, actor, judgedGroups(scope, frame.moment), frame);
    const { people } = await lookup(db, {
      people: dueDays.flatMap(({ obligation: { responsible, backup } }) =>
        [responsible ?? [], backup ?? []].flat(),
      ),
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
      since,
      months: monthCounts(all, frame.from, frame.to),
      rows: dueDays.flatMap((each) => rowOf(each, query.status, scope, people)),
      folders: { ruled: sum(({ ruled }) => ruled), red: sum(({ red }) => red), items, hidden: scope.hidden },
    };
    return { report, frame, scope, redCounts: counts, dueDays, organization };
  }

  /** What a report is about in one sentence, and its filters by name. */
  async function describe(
    actor: Actor,
    query: ReportQuery,
    { report, frame, scope, organization }: LoadedReport,
  ) {
    const names = await namesOf(db, actor, query, scope);
    const filters = { ...names, groups: names.groups.map(({ name }) => name) };
    const unknown = [
      ...(query.calendar && names.calendars.length === 0 ? (['calendars'] as const) : []),
      ...(scope.asked?.size === 0 ? (['places'] as const) : []),
      ...(query.responsible && names.responsible.length === 0 ? (['responsible'] as const) : []),
    ];
    const today = dayIn(frame.timezone, now());
    const about = { organization, report, filters, status: query.status, today, unknown };
    return { filters, sentence: scopeSentence({ ...about, reader: nameOf(actor), partial: false }) };
  }

  return {
    load,
    describe,
    /** @throws invalid where there are too many due days */
    async get(actor: Actor, query: ReportQuery): Promise<z.infer<typeof scopedReport>> {
      const loaded = await load(actor, query);
      return { ...loaded.report, scope: (await describe(actor, query, loaded)).sentence };
    },
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
  const person = (user: string | null) => (user ? (people.get(user) ?? null) : null);
  const shown = status ? dueDays.filter((each) => status.includes(each.status)) : dueDays;
  if (shown.length === 0) return [];
  return [
    {
      obligation: { _id: id, title, authority, recurrence, legalBasis: obligation.legal_basis },
      calendar: { _id: calendar, name, color },
      groups: groups.flatMap((group) => {
        const found = known.get(group);
        return found ? [{ _id: found._id, name: found.name }] : [];
      }),
      responsible: person(obligation.responsible),
      backup: person(obligation.backup),
      met: totalsOf(dueDays).met,
      occurrences: shown.map((each) => ({
        _id: each.id,
        period: each.period,
        dueOn: each.dueOn,
        status: each.status,
        completedOn: each.completedOn,
        daysLate: each.daysLate,
        reason: each.reason,
        ...(each.change ? { change: each.change } : {}),
      })),
    },
  ];
}
