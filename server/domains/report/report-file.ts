import { stateRow } from '#shared/access/states.ts';
import { monthOf, monthsBetween, worstStatus } from '#shared/calendars/report.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import type { Person } from '#shared/platform/primitives.ts';
import type { TableFile, TableFormat } from '#shared/platform/table-file.ts';
import type { MasterRow, Report, ReportPart, ReportRow } from '#shared/report/report.schemas.ts';
import { type TableCell, type TableSheet, tablesFile } from '../../platform/tables/table-file.ts';
import { reasonWords } from './reason-words.ts';

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
    title: 'Resumen',
    columns: [
      { title: 'Informe de calendarios', width: 34 },
      { title: 'Valor', width: 40 },
      { title: 'De', width: 10 },
    ],
    rows: [
      ...head,
      ['A la fecha', { day: report.asOf }],
      ['Período', `${report.from} a ${report.to}`],
      ...(report.reconstructed ? [['Reconstruido', 'Sí: se rehízo con la historia que se guarda']] : []),
      share('Cumplidos de exigibles a la fecha', totals.met),
      share('Cumplidos a tiempo', totals.onTime),
      share('Vencidos', totals.overdue),
      share('En revisión', totals.inReview),
      share('Por vencer en el período', totals.remaining),
      ['No aplica', totals.notApplicable],
      share('Carpetas que no cumplen', { count: folders.red, of: folders.ruled }),
    ],
  };
}

const WHOSE = [
  { title: 'Calendario', width: 26 },
  { title: 'Obligación', width: 40 },
];
const whose = ({ calendar, obligation }: ReportRow): TableCell[] => [calendar.name, obligation.title];

const occurrences = ({ report }: WrittenReport): TableSheet => ({
  title: 'Vencimientos',
  columns: [
    ...WHOSE,
    { title: 'Organismo', width: 24 },
    { title: 'Bibliotecas', width: 26 },
    { title: 'Responsable', width: 24 },
    { title: 'Período', width: 12 },
    { title: 'Vence', width: 12 },
    { title: 'Estado', width: 24 },
    { title: 'Cumplido el', width: 12 },
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
    title: 'Matriz',
    columns: [
      ...WHOSE,
      { title: 'Cumplidos', width: 10 },
      { title: 'Exigibles', width: 10 },
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
  title: 'Carpetas',
  columns: [
    { title: 'Biblioteca', width: 26 },
    { title: 'Carpeta', width: 40 },
    { title: 'Desde', width: 12 },
    { title: 'Regla', width: 36 },
    { title: 'Criticidad', width: 14 },
    { title: 'Motivo', width: 60 },
  ],
  rows: report.folders.items.flatMap(({ group, path, dueOn, results }) =>
    results
      .filter(({ status }) => status === 'fails')
      .map(({ rule, reasons }) => [
        group.name,
        path,
        dayCell(dueOn),
        [rule.code, rule.name].filter(Boolean).join(' · '),
        rule.severity === 'blocking' ? 'Bloqueante' : 'Advertencia',
        reasons.map(reasonWords).join('\n'),
      ]),
  ),
});

const master = ({ master: rows }: WrittenReport): TableSheet => ({
  title: 'Lista maestra',
  columns: [
    { title: 'Código', width: 16 },
    { title: 'Título', width: 44 },
    { title: 'Versión', width: 9 },
    { title: 'Estado', width: 22 },
    { title: 'Aprobado por', width: 24 },
    { title: 'Aprobado el', width: 12 },
    { title: 'Próxima revisión', width: 16 },
    { title: 'Vencimiento', width: 12 },
    { title: 'Responsable', width: 24 },
    { title: 'Biblioteca', width: 26 },
    { title: 'Ubicación', width: 44 },
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
const PART_NAMES: Readonly<Record<ReportPart, string>> = {
  occurrences: 'vencimientos',
  matrix: 'matriz',
  folders: 'carpetas',
  master: 'lista-maestra',
};

/** A report as a workbook with all of its tables, or one of them as CSV. @param name without the extension */
export const reportFile = (
  name: string,
  format: TableFormat,
  part: ReportPart,
  written: WrittenReport,
): Promise<TableFile> =>
  format === 'csv'
    ? tablesFile(`${name}-${PART_NAMES[part]}`, format, [PARTS[part](written)])
    : tablesFile(
        name,
        format,
        [summary, occurrences, matrix, folders, master].map((sheet) => sheet(written)),
      );
