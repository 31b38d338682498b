import { periodWords } from '#shared/calendars/period.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import type { Day } from '#shared/platform/days.ts';
import { LOCALE } from '#shared/platform/limits.ts';
import type { Report, ReportQuery, Snapshot } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { momentIn } from '../../../platform/tables/table-file.ts';
import { findFilterNames } from '../report.queries.ts';
import type { ReportScope } from '../report-scope.ts';
import { t } from '../texts.ts';

/** A moment as a report says it: `29 nov 2026, 21:05`. */
export function momentWords(timezone: string, moment: Date): string {
  const [day = '', time = ''] = momentIn(timezone, moment).split(' ');
  return `${periodWords(day)}, ${time}`;
}

/** What a report is about, by name. */
export interface Scoped {
  readonly organization: string;
  readonly report: Pick<Report, 'from' | 'to' | 'asOf' | 'folders'>;
  readonly filters: Snapshot['filters'];
  readonly status?: ReportQuery['status'];
  /** The day on which a report is made that is not frozen: one about a later day tells what is known by it. */
  readonly today?: Day;
  /** Who reads it: named where their view is not whole. */
  readonly reader: string;
  /** Filters that name nothing that the reader knows: what they ask about is nothing, and not everything. */
  readonly unknown?: readonly ('calendars' | 'places' | 'responsible')[];
  /** Whether something is left out that is not counted by libraries: a part of a snapshot. */
  readonly partial: boolean;
}

const list = new Intl.ListFormat(LOCALE);

/**
 * What a report is about and whether something is left out, in one sentence: the same on the screen and in each file. Of a view
 * that leaves something out it says whose view it is, and it makes no claim about the whole.
 */
export function scopeSentence(scoped: Scoped): string {
  const { organization, report, filters, status, today, reader, partial, unknown = [] } = scoped;
  const { from, to, asOf, folders } = report;
  const hidden = folders.hidden ?? 0;
  const named = (what: 'calendars' | 'groups' | 'departments' | 'responsible', names: readonly string[]) =>
    t(`scope.named.${what}`, { count: names.length, names: list.format(names) });
  const view = hidden > 0 ? t('scope.hidden', { count: hidden, reader }) : t('scope.partial', { reader });
  const isPartial = hidden > 0 || partial;
  const parts = [
    filters.calendars.length > 0
      ? named('calendars', filters.calendars)
      : t(unknown.includes('calendars') ? 'scope.noCalendars' : 'scope.allCalendars'),
    ...(filters.groups.length > 0 ? [named('groups', filters.groups)] : []),
    ...(filters.departments.length > 0 ? [named('departments', filters.departments)] : []),
    ...(unknown.includes('places')
      ? [t('scope.noLibraries')]
      : filters.groups.length + filters.departments.length === 0 && !isPartial
        ? [t('scope.allLibraries')]
        : []),
    ...(filters.responsible.length > 0
      ? [named('responsible', filters.responsible)]
      : unknown.includes('responsible')
        ? [t('scope.noResponsible')]
        : []),
    ...(status
      ? [
          t('scope.statuses', {
            count: status.length,
            names: list.format(status.map((each) => STATUS_WORDS[each])),
          }),
        ]
      : []),
    ...(isPartial ? [view] : []),
  ];
  const months =
    from === to ? periodWords(from) : t('scope.months', { from: periodWords(from), to: periodWords(to) });
  const day =
    today && asOf > today
      ? t('scope.ahead', { day: periodWords(asOf), today: periodWords(today) })
      : t('scope.on', { day: periodWords(asOf) });
  return t('scope.sentence', { organization, months, day, parts: parts.join('; ') });
}

/** The filters of a report by name. What its reader does not know has no name. */
export async function namesOf(
  executor: Executor,
  actor: Actor,
  { calendar = [], group = [], responsible = [] }: Pick<ReportQuery, 'calendar' | 'group' | 'responsible'>,
  { known, departments }: ReportScope,
) {
  const names = await findFilterNames(executor, actor.organization, {
    calendars: calendar,
    people: responsible,
  });
  return {
    calendars: names.calendars,
    groups: group.flatMap((id) => {
      const found = known.get(id);
      return found ? [{ _id: found._id, name: found.name }] : [];
    }),
    departments: departments.map(({ name }) => name),
    responsible: names.people,
  };
}
