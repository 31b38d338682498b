import { stateRow } from '#shared/access/states.ts';
import { periodWords } from '#shared/calendars/period.ts';
import { monthOf, monthsBetween, worstStatus } from '#shared/calendars/report.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import type { TableFile, TableFormat } from '#shared/platform/files/table-file.ts';
import type {
  MasterRow,
  OccurrenceEvidence,
  Report,
  ReportOccurrence,
  ReportPart,
  ReportRow,
} from '#shared/report/report.schemas.ts';
import { type TableCell, type TableSheet, tablesFile } from '../../../platform/tables/table-file.ts';
import { reasonWords } from '../../compliance/reason-words.ts';
import type { PrintableLogo } from '../../organization/printable-logo.ts';
import { t } from '../texts.ts';
import { evidenceWords } from './evidence-words.ts';
import { nameOf } from './person-words.ts';

/** What a report's file is made of. */
export interface WrittenReport {
  readonly organization: string;
  /** Of a frozen one: its name, and the first characters of its hash. */
  readonly title: string | null;
  readonly hash: string | null;
  readonly author: string;
  readonly made: Date;
  /** Whether a filter of statuses leaves due days out. */
  readonly narrowed: boolean;
  /** Filters by name, and what the file does not hold all of. */
  readonly details: readonly (readonly [label: string, value: TableCell])[];
  /** Who made it and when; of a frozen one its hash too. */
  readonly head: readonly (readonly [label: string, value: TableCell])[];
  /** What it is about, in one sentence. */
  readonly scope: string;
  /** Whether its reader does not see all of it. */
  readonly partial: boolean;
  /** The organization's, for the cover of a PDF. */
  readonly logo: PrintableLogo | null;
  readonly report: Report;
  readonly master: readonly MasterRow[];
  /** Null where it was frozen before evidence was kept. */
  readonly evidence: readonly OccurrenceEvidence[] | null;
}

const dayCell = (day: string | null): TableCell => (day === null ? null : { day });
const join = (all: readonly { readonly name: string }[]): string => all.map(({ name }) => name).join(', ');

function summary({ head, details, report, scope, evidence }: WrittenReport): TableSheet {
  const { totals, folders, since } = report;
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
      [t('head.scope'), scope],
      ...head,
      ...details,
      ...(evidence === null ? [[t('head.evidence'), t('evidence.unknown')]] : []),
      [t('summary.asOf'), { day: report.asOf }],
      [t('summary.period'), t('summary.fromTo', { from: report.from, to: report.to })],
      ...(report.reconstructed ? [[t('summary.reconstructed'), t('summary.reconstructedYes')]] : []),
      share(t('summary.met'), totals.met),
      share(t('summary.onTime'), totals.onTime),
      share(t('summary.overdue'), totals.overdue),
      share(t('summary.inReview'), totals.inReview),
      share(t('summary.remaining'), totals.remaining),
      [t('summary.notApplicable'), totals.notApplicable],
      ...(since
        ? [
            share(t('since.met', { day: periodWords(since.day) }), since.met),
            [t('since.caughtUpLabel'), since.caughtUp],
            [t('since.overdueLabel'), since.overdue],
          ]
        : []),
      share(t('summary.failing'), { count: folders.red, of: folders.ruled }),
    ],
  };
}

const WHOSE = [
  { title: t('columns.calendar'), width: 26 },
  { title: t('columns.obligation'), width: 40 },
];
const whose = ({ calendar, obligation }: ReportRow): TableCell[] => [calendar.name, obligation.title];

/** What names a due day. */
const WHEN = [
  { title: t('columns.period'), width: 24 },
  { title: t('columns.due'), width: 12 },
];
const when = ({ period, dueOn }: ReportOccurrence): TableCell[] => [periodWords(period), { day: dueOn }];

function occurrences({ report, evidence }: WrittenReport): TableSheet {
  const shownBy = new Map(evidence?.map((each) => [each.occurrence, each]));
  return {
    title: t('occurrences'),
    columns: [
      ...WHOSE,
      { title: t('columns.authority'), width: 24 },
      { title: t('columns.legalBasis'), width: 30 },
      { title: t('columns.libraries'), width: 26 },
      { title: t('columns.responsible'), width: 24 },
      { title: t('columns.backup'), width: 24 },
      ...WHEN,
      { title: t('columns.status'), width: 24 },
      { title: t('columns.completed'), width: 12 },
      { title: t('columns.daysLate'), width: 14 },
      { title: t('since.column'), width: 18 },
      { title: t('columns.why'), width: 40 },
      { title: t('columns.evidence'), width: 60 },
    ],
    rows: report.rows.flatMap((row) =>
      row.occurrences.map((each) => [
        ...whose(row),
        row.obligation.authority,
        row.obligation.legalBasis ?? '',
        join(row.groups),
        nameOf(row.responsible),
        nameOf(row.backup ?? null),
        ...when(each),
        STATUS_WORDS[each.status],
        dayCell(each.completedOn),
        each.daysLate ?? null,
        each.change ? t(`since.changes.${each.change}`) : '',
        each.reason ?? '',
        evidenceWords(shownBy.get(each._id)),
      ]),
    ),
  };
}

/** One row for each document that shows something. Those that the reader does not see are counted in a row of their due day. */
function evidence({ report, evidence: all }: WrittenReport): TableSheet {
  const shownBy = new Map(all?.map((each) => [each.occurrence, each]));
  return {
    title: t('evidence.sheet'),
    columns: [
      ...WHOSE,
      ...WHEN,
      { title: t('columns.document'), width: 44 },
      { title: t('columns.version'), width: 9 },
      { title: t('columns.sha256'), width: 66 },
      { title: t('columns.linkedOn'), width: 12 },
      { title: t('columns.acceptedOn'), width: 12 },
    ],
    rows: report.rows.flatMap((row) =>
      row.occurrences.flatMap((each) => {
        const found = shownBy.get(each._id);
        const due = [...whose(row), ...when(each)];
        const hidden = found?.hidden ?? 0;
        return [
          ...(found?.shown ?? []).map(({ record, number, sha256, linkedOn, acceptedOn }): TableCell[] => [
            ...due,
            record.title,
            number,
            sha256,
            dayCell(linkedOn),
            dayCell(acceptedOn),
          ]),
          ...(hidden > 0 ? [[...due, t('evidence.hidden', { count: hidden }), null, null, null, null]] : []),
        ];
      }),
    ),
  };
}

/** One column for each month. Where a month has several due days, the most urgent one and their number. */
function matrix({ report }: WrittenReport): TableSheet {
  const months = monthsBetween(report.from, report.to);
  return {
    title: t('matrix'),
    columns: [
      ...WHOSE,
      { title: t('columns.met'), width: 10 },
      { title: t('columns.of'), width: 10 },
      ...months.map((month) => ({ title: periodWords(month), width: 16 })),
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
  evidence,
  matrix,
  folders,
  master,
};

/** A report as a workbook with all of its tables, or one of them as CSV, which has its head first, as programs expect it: its
 * name says where it is a partial view. @param name without the extension */
export const reportFile = (
  name: string,
  format: TableFormat,
  part: ReportPart,
  written: WrittenReport,
): Promise<TableFile> =>
  format === 'csv'
    ? tablesFile(
        [name, t(`files.${part}`), ...(written.partial ? [t('files.partial')] : [])].join('-'),
        format,
        [PARTS[part](written)],
      )
    : tablesFile(
        name,
        format,
        [summary, occurrences, evidence, matrix, folders, master].map((sheet) => sheet(written)),
      );
