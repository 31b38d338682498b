import { stateRow } from '#shared/access/states.ts';
import { monthOf, monthsBetween, worstStatus } from '#shared/calendars/report.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import type { Person } from '#shared/platform/primitives.ts';
import type { TableFile, TableFormat } from '#shared/platform/table-file.ts';
import type { MasterRow, Report, ReportPart, ReportRow } from '#shared/report/report.schemas.ts';
import { type TableCell, type TableSheet, tablesFile } from '../../platform/tables/table-file.ts';
import { reasonWords } from './reason-words.ts';
import { t } from './texts.ts';

/** What a report's file is made of. */
export interface WrittenReport {
  /** Lines above the totals: the organization, the filters, the author. */
  readonly head: readonly (readonly [label: string, value: TableCell])[];
  readonly report: Report;
  readonly master: readonly MasterRow[];
}

const nameOf = (person: Person | null): string =>
  person ? `${person.firstname} ${person.lastname}`.trim() : '';
const dayCell = (day: string | null): TableCell => (day === null ? null : { day });
const join = (all: readonly { readonly name: string }[]): string => all.map(({ name }) => name).join(', ');

function summary({ head, report }: WrittenReport): TableSheet {
  const { totals, folders } = report;
  const share = (label: string, { count, of }: { count: number; of: number }): TableCell[] => [
    label,
    count,
    of,
  ];
  return {
    title: t('summary.title'),
    columns: [
      { title: t('summary.columns.label'), width: 34 },
      { title: t('summary.columns.value'), width: 40 },
      { title: t('summary.columns.of'), width: 10 },
    ],
    rows: [
      ...head,
      [t('summary.asOf'), { day: report.asOf }],
      [t('summary.period'), t('summary.fromTo', { from: report.from, to: report.to })],
      ...(report.reconstructed ? [[t('summary.reconstructed'), t('summary.reconstructedYes')]] : []),
      share(t('summary.met'), totals.met),
      share(t('summary.onTime'), totals.onTime),
      share(t('summary.overdue'), totals.overdue),
      share(t('summary.inReview'), totals.inReview),
      share(t('summary.remaining'), totals.remaining),
      [t('summary.notApplicable'), totals.notApplicable],
      share(t('summary.failing'), { count: folders.red, of: folders.ruled }),
    ],
  };
}

const WHOSE = [
  { title: t('columns.calendar'), width: 26 },
  { title: t('columns.obligation'), width: 40 },
];
const whose = ({ calendar, obligation }: ReportRow): TableCell[] => [calendar.name, obligation.title];

const occurrences = ({ report }: WrittenReport): TableSheet => ({
  title: t('occurrences'),
  columns: [
    ...WHOSE,
    { title: t('columns.authority'), width: 24 },
    { title: t('columns.libraries'), width: 26 },
    { title: t('columns.responsible'), width: 24 },
    { title: t('columns.period'), width: 12 },
    { title: t('columns.due'), width: 12 },
    { title: t('columns.status'), width: 24 },
    { title: t('columns.completed'), width: 12 },
  ],
  rows: report.rows.flatMap((row) =>
    row.occurrences.map((each) => [
      ...whose(row),
      row.obligation.authority,
      join(row.groups),
      nameOf(row.responsible),
      each.period,
      { day: each.dueOn },
      STATUS_WORDS[each.status],
      dayCell(each.completedOn),
    ]),
  ),
});

/** One column for each month. Where a month has several due days, the most urgent one and their number. */
function matrix({ report }: WrittenReport): TableSheet {
  const months = monthsBetween(report.from, report.to);
  return {
    title: t('matrix'),
    columns: [
      ...WHOSE,
      { title: t('columns.met'), width: 10 },
      { title: t('columns.of'), width: 10 },
      ...months.map((title) => ({ title, width: 14 })),
    ],
    rows: report.rows.map((row) => {
      const byMonth = Map.groupBy(row.occurrences, (each) => monthOf(each.dueOn));
      const cell = (month: string): TableCell => {
        const there = byMonth.get(month) ?? [];
        const worst = worstStatus(there.map(({ status }) => status));
        return worst && `${STATUS_WORDS[worst]}${there.length > 1 ? ` (${there.length})` : ''}`;
      };
      return [...whose(row), row.met.count, row.met.of, ...months.map(cell)];
    }),
  };
}

const folders = ({ report }: WrittenReport): TableSheet => ({
  title: t('folders'),
  columns: [
    { title: t('columns.library'), width: 26 },
    { title: t('columns.folder'), width: 40 },
    { title: t('columns.since'), width: 12 },
    { title: t('columns.rule'), width: 36 },
    { title: t('columns.severity'), width: 14 },
    { title: t('columns.reason'), width: 60 },
  ],
  rows: report.folders.items.flatMap(({ group, path, dueOn, results }) =>
    results
      .filter(({ status }) => status === 'fails')
      .map(({ rule, reasons }) => [
        group.name,
        path,
        dayCell(dueOn),
        [rule.code, rule.name].filter(Boolean).join(' · '),
        rule.severity === 'blocking' ? t('severity.blocking') : t('severity.warning'),
        reasons.map(reasonWords).join('\n'),
      ]),
  ),
});

const master = ({ master: rows }: WrittenReport): TableSheet => ({
  title: t('master'),
  columns: [
    { title: t('columns.code'), width: 16 },
    { title: t('columns.title'), width: 44 },
    { title: t('columns.version'), width: 9 },
    { title: t('columns.status'), width: 22 },
    { title: t('columns.approvedBy'), width: 24 },
    { title: t('columns.approvedOn'), width: 12 },
    { title: t('columns.nextReview'), width: 16 },
    { title: t('columns.expires'), width: 12 },
    { title: t('columns.responsible'), width: 24 },
    { title: t('columns.library'), width: 26 },
    { title: t('columns.place'), width: 44 },
  ],
  rows: rows.map((row) => [
    row.code,
    row.record.title,
    row.version,
    stateRow(row.state).label,
    nameOf(row.approvedBy),
    dayCell(row.approvedOn),
    dayCell(row.nextReviewOn),
    dayCell(row.expiresOn),
    nameOf(row.responsible),
    row.group.name,
    row.path,
  ]),
});

const PARTS: Readonly<Record<ReportPart, (written: WrittenReport) => TableSheet>> = {
  occurrences,
  matrix,
  folders,
  master,
};

/** A report as a workbook with all of its tables, or one of them as CSV. @param name without the extension */
export const reportFile = (
  name: string,
  format: TableFormat,
  part: ReportPart,
  written: WrittenReport,
): Promise<TableFile> =>
  format === 'csv'
    ? tablesFile(`${name}-${t(`files.${part}`)}`, format, [PARTS[part](written)])
    : tablesFile(
        name,
        format,
        [summary, occurrences, matrix, folders, master].map((sheet) => sheet(written)),
      );
