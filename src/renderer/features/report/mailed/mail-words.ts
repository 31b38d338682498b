import type { TFunction } from 'i18next';
import { periodWords } from '#shared/calendars/period.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import type { ReportMail, ReportMailFilters, ReportMailPerson } from '#shared/report/report-mails.schemas.ts';
import { formatDate } from '../../../i18n/format.ts';
import { type Filters, LISTS } from '../filters/filters.ts';

/* What monthly mails say of themselves. Their texts are those of `report-mails`. */

/** The files that go with it. */
export const formatsWords = (t: TFunction, formats: ReportMail['formats']): string =>
  t(`report-mails:formats.${formats.length > 1 ? 'both' : (formats[0] ?? 'pdf')}`);

/** The names of its filters; null for the whole report. */
export function filterNames(t: TFunction, { filters }: Pick<ReportMail, 'filters'>): string | null {
  if (!filters) return null;
  const { period, calendars, groups, departments, responsible, status, unnamed } = filters;
  return [
    ...[...calendars, ...groups, ...departments, ...responsible],
    ...status.map((each) => STATUS_WORDS[each]),
    ...(unnamed > 0 ? [t('report-mails:unnamed', { count: unnamed })] : []),
    ...(period === 'year' ? [] : [t('report-mails:months', { count: Number(period) })]),
  ].join(', ');
}

/** What became of somebody's last mail, or why they get none. */
export function personWords(t: TFunction, { standing, last }: ReportMailPerson): string {
  if (standing !== 'receives' || last === null) return t(`report-mails:standing.${standing}`);
  return t(`report-mails:outcome.${last.outcome}`, {
    month: periodWords(last.month),
    day: last.sentAt ? formatDate(last.sentAt) : '',
  });
}

/** The filters of the screen as a mail keeps them. Months that are fixed, and the day, are not repeated. */
export const mailFilters = (filters: Filters): ReportMailFilters => ({
  period: filters.period === 'last' || filters.period === 'custom' ? 'year' : filters.period,
  calendar: [...filters.calendar],
  group: [...filters.group],
  department: [...filters.department],
  responsible: [...filters.responsible],
  status: [...filters.status],
});

/** Whether a mail with these filters is about less, or about other months, than the whole report. */
export const narrowsMail = (filters: ReportMailFilters): boolean =>
  filters.period !== 'year' || LISTS.some((name) => filters[name].length > 0);

/** How many values each filter has. */
export const filterCounts = (t: TFunction, filters: ReportMailFilters): string =>
  [
    ...LISTS.flatMap((name) =>
      filters[name].length > 0
        ? [t(`report-mails:form.filters.${name}`, { count: filters[name].length })]
        : [],
    ),
    ...(filters.period === 'year' ? [] : [t('report-mails:months', { count: Number(filters.period) })]),
  ].join(', ');
