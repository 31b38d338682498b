import type { Content, TableLayout } from 'pdfmake';
import { monthOf, monthsBetween, worstStatus } from '#shared/calendars/report.ts';
import { OCCURRENCE_STATUSES, type OccurrenceStatus } from '#shared/calendars/status.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import { MONTH_NAMES } from '#shared/platform/texts/month-names.ts';
import type { Report, ReportRow } from '#shared/report/report.schemas.ts';
import { t } from '../texts.ts';
import { nameOf } from './person-words.ts';
import { headCell, heading, INK, note, STATUS_LOOK } from './report-pdf-look.ts';

/** Maximum number of obligations on paper: more than that nobody leafs through, and it would take minutes to lay out. */
export const PDF_MATRIX_MAX = 500;

const GRID: TableLayout = {
  hLineWidth: (at, { table: { headerRows = 0 } }) => (at < headerRows ? 0 : 0.4),
  vLineWidth: (at, { table: { widths } }) => (at < 2 || at === widths.length ? 0 : 0.4),
  hLineColor: () => INK.line,
  vLineColor: () => INK.line,
  paddingLeft: (at) => (at === 0 ? 0 : 1),
  paddingRight: (at) => (at === 0 ? 6 : 1),
  paddingTop: () => 2,
  paddingBottom: () => 2,
};

/** The signs of the statuses that there are, in words. It stands above the head, so on every page. */
const legend = (there: ReadonlySet<OccurrenceStatus>): string =>
  OCCURRENCE_STATUSES.filter((status) => there.has(status))
    .map((status) => t('pdf.sign', { sign: t(`pdf.signs.${status}`), status: STATUS_WORDS[status] }))
    .join('   ');

const first = (row: ReportRow): Content => ({
  stack: [
    { text: row.obligation.title, fontSize: 7.5 },
    {
      text: [row.calendar.name, nameOf(row.responsible) || t('pdf.nobody')].join(' · '),
      ...{ fontSize: 6, color: INK.quiet },
    },
  ],
});

const met = ({ met: { count, of } }: ReportRow): Content => ({
  text: t('pdf.met', { count, of }),
  ...{ fontSize: 7, alignment: 'center', marginTop: 2 },
});

/** Obligations by month, each month by the sign of its most urgent due day and their number. */
export function matrixPart({ rows, from, to }: Pick<Report, 'rows' | 'from' | 'to'>): Content[] {
  const months = monthsBetween(from, to);
  const shown = rows.slice(0, PDF_MATRIX_MAX);
  const title = heading(t('pdf.matrix'), { onNewPage: shown.length > 0 });
  if (shown.length === 0) return [title, note(t('pdf.nothingDue'))];
  const there = new Set(shown.flatMap(({ occurrences }) => occurrences.map(({ status }) => status)));
  const size = months.length > 24 ? 5.5 : months.length > 12 ? 6.5 : 7.5;
  const cellOf = (row: ReportRow) => {
    const byMonth = Map.groupBy(row.occurrences, ({ dueOn }) => monthOf(dueOn));
    return (month: string): Content => {
      const here = byMonth.get(month) ?? [];
      const worst = worstStatus(here.map(({ status }) => status));
      if (!worst) return '';
      const { fill, ink } = STATUS_LOOK[worst];
      const text = `${t(`pdf.signs.${worst}`)}${here.length > 1 ? ` ${here.length}` : ''}`;
      return { text, fillColor: fill, color: ink, alignment: 'center', fontSize: size, marginTop: 3 };
    };
  };
  const monthHead = (month: string): Content => ({
    text: [`${(MONTH_NAMES[Number(month.slice(5)) - 1] ?? '').slice(0, 3)}\n`, `’${month.slice(2, 4)}`].join(
      '',
    ),
    ...{ alignment: 'center', bold: true, color: INK.soft, fontSize: size },
  });
  return [
    title,
    {
      table: {
        ...{ headerRows: 2, dontBreakRows: true },
        widths: [months.length > 24 ? 130 : 190, 42, ...months.map(() => '*' as const)],
        body: [
          [
            {
              text: legend(there),
              colSpan: months.length + 2,
              fontSize: 7,
              color: INK.soft,
              marginBottom: 3,
            },
            ...Array.from({ length: months.length + 1 }, () => ''),
          ],
          [headCell(t('columns.obligation')), headCell(t('columns.met')), ...months.map(monthHead)],
          ...shown.map((row) => [first(row), met(row), ...months.map(cellOf(row))]),
        ],
      },
      layout: GRID,
    },
    ...(rows.length > shown.length ? [note(t('pdf.cut', { shown: shown.length, all: rows.length }))] : []),
  ];
}
