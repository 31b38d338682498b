import type { Content } from 'pdfmake';
import { periodWords } from '#shared/calendars/period.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import type {
  OccurrenceEvidence,
  Report,
  ReportOccurrence,
  ReportRow,
} from '#shared/report/report.schemas.ts';
import { reasonWords } from '../../compliance/reason-words.ts';
import { t } from '../texts.ts';
import { nameOf } from './person-words.ts';
import { heading, INK, listTable, note } from './report-pdf-look.ts';

/** Maximum number of rows of a list on paper. A workbook has all of them. */
export const PDF_ROWS_MAX = 1000;

interface Due {
  readonly row: ReportRow;
  readonly each: ReportOccurrence;
}

const byDay = (a: Due, b: Due): number =>
  a.each.dueOn < b.each.dueOn ? -1 : a.each.dueOn > b.each.dueOn ? 1 : 0;

const whose = ({ calendar, obligation }: ReportRow): Content => ({
  stack: [obligation.title, { text: calendar.name, fontSize: 6.5, color: INK.quiet }],
});
const cutNote = (shown: number, all: number): Content[] =>
  all > shown ? [{ ...note(t('pdf.cut', { shown, all })), margin: [0, 6, 0, 0] }] : [];

/** Whether it is due and was not met: overdue, in review, or due on the day itself. */
const isMissing = ({ each, asOf }: Due & { asOf: string }): boolean =>
  each.status === 'overdue' || each.status === 'today' || (each.status === 'submitted' && each.dueOn <= asOf);

/**
 * What is due and was not met, the oldest first, with who answers for it.
 * @param narrowed whether a filter of statuses leaves due days out: then nothing is said about those
 */
export function missingPart({ rows, asOf }: Report, narrowed: boolean): Content[] {
  const all = rows
    .flatMap((row) => row.occurrences.map((each) => ({ row, each, asOf })))
    .filter(isMissing)
    .sort(byDay);
  const shown = all.slice(0, PDF_ROWS_MAX);
  const title = heading(t('pdf.missing'), { onNewPage: shown.length > 0 });
  if (shown.length === 0) return [title, note(t(narrowed ? 'pdf.noneMissingShown' : 'pdf.noneMissing'))];
  return [
    title,
    note(t('pdf.missingCount', { count: all.length })),
    listTable(
      [
        { title: t('columns.obligation'), width: '*' },
        { title: t('columns.authority'), width: 90 },
        { title: t('columns.period'), width: 80 },
        { title: t('columns.due'), width: 54 },
        { title: t('columns.status'), width: 58 },
        { title: t('columns.daysLate'), width: 44 },
        { title: t('columns.responsible'), width: 96 },
        { title: t('columns.backup'), width: 96 },
      ],
      shown.map(({ row, each }) => [
        whose(row),
        row.obligation.authority,
        periodWords(each.period),
        periodWords(each.dueOn),
        { text: STATUS_WORDS[each.status], bold: each.status === 'overdue' },
        each.daysLate ?? '',
        nameOf(row.responsible) || t('pdf.nobody'),
        nameOf(row.backup ?? null) || '—',
      ]),
    ),
    ...cutNote(shown.length, all.length),
  ];
}

/** What was late at the end of the month before and is met now. Nothing where there is none. */
export function caughtUpPart({ rows, since }: Report): Content[] {
  const all = rows
    .flatMap((row) => row.occurrences.map((each) => ({ row, each })))
    .filter(({ each }) => each.change === 'caughtUp')
    .sort(byDay);
  if (!since || all.length === 0) return [];
  const shown = all.slice(0, PDF_ROWS_MAX);
  return [
    heading(t('pdf.caughtUp'), { onNewPage: true }),
    note(t('since.caughtUp', { count: all.length })),
    listTable(
      [
        { title: t('columns.obligation'), width: '*' },
        { title: t('columns.period'), width: 90 },
        { title: t('columns.due'), width: 60 },
        { title: t('columns.completed'), width: 60 },
        { title: t('columns.daysLate'), width: 50 },
        { title: t('columns.responsible'), width: 120 },
      ],
      shown.map(({ row, each }) => [
        whose(row),
        periodWords(each.period),
        periodWords(each.dueOn),
        each.completedOn ? periodWords(each.completedOn) : '—',
        each.daysLate ?? '—',
        nameOf(row.responsible) || t('pdf.nobody'),
      ]),
    ),
    ...cutNote(shown.length, all.length),
  ];
}

/** The folders that do not comply, each with why. What the reader does not know is in no sentence. */
export function foldersPart({ ruled, red, items, hidden = 0 }: Report['folders']): Content[] {
  const yours = hidden > 0;
  const about = hidden > 0 ? [note(t('pdf.foldersHidden', { count: hidden }))] : [];
  const title = heading(t('summary.failing'), { onNewPage: items.length > 0 });
  if (items.length === 0) {
    const none = ruled === 0 ? (yours ? 'noRulesYours' : 'noRules') : yours ? 'noneYours' : 'none';
    return [title, note(t(`pdf.folders.${none}`)), ...about];
  }
  const rows = items.flatMap(({ group, path, dueOn, results }) =>
    results
      .filter(({ status }) => status === 'fails')
      .map(({ rule, reasons }): Content[] => [
        { stack: [path, { text: group.name, fontSize: 6.5, color: INK.quiet }] },
        dueOn ? periodWords(dueOn) : '—',
        [rule.code, rule.name].filter(Boolean).join(' · '),
        rule.severity === 'blocking' ? t('severity.blocking') : t('severity.warning'),
        reasons.map(reasonWords).join('\n'),
      ]),
  );
  return [
    title,
    note(t('pdf.foldersCount', { red, ruled })),
    ...about,
    listTable(
      [
        { title: t('columns.folder'), width: 200 },
        { title: t('columns.since'), width: 58 },
        { title: t('columns.rule'), width: 160 },
        { title: t('columns.severity'), width: 60 },
        { title: t('columns.reason'), width: '*' },
      ],
      rows.slice(0, PDF_ROWS_MAX),
    ),
    ...(red > items.length ? cutNote(items.length, red) : cutNote(PDF_ROWS_MAX, rows.length)),
  ];
}

/** Each document that shows something, with the hash of its bytes; of the others how many there are. */
export function evidencePart({ rows }: Report, all: readonly OccurrenceEvidence[] | null): Content[] {
  if (all === null) return [heading(t('pdf.evidence')), note(t('evidence.unknown'))];
  const shownBy = new Map(all.map((each) => [each.occurrence, each]));
  const dues = rows
    .flatMap((row) => row.occurrences.map((each) => ({ row, each, found: shownBy.get(each._id) })))
    .sort(byDay);
  const lines = dues.flatMap(({ row, each, found }) =>
    (found?.shown ?? []).map(({ record, number, sha256, linkedOn, acceptedOn }): Content[] => [
      { stack: [row.obligation.title, { text: periodWords(each.period), fontSize: 6.5, color: INK.quiet }] },
      record.title,
      number ?? '—',
      { text: sha256 ?? '—', fontSize: 6 },
      periodWords(linkedOn),
      acceptedOn ? periodWords(acceptedOn) : '—',
    ]),
  );
  const hidden = dues.reduce((sum, { found }) => sum + (found?.hidden ?? 0), 0);
  const title = heading(t('pdf.evidence'), { onNewPage: lines.length > 0 });
  const closed = hidden > 0 ? [note(t('pdf.evidenceHidden', { count: hidden }))] : [];
  if (lines.length === 0) return [title, ...(hidden > 0 ? closed : [note(t('pdf.noEvidence'))])];
  const shown = lines.slice(0, PDF_ROWS_MAX);
  return [
    title,
    ...closed,
    listTable(
      [
        { title: t('columns.obligation'), width: '*' },
        { title: t('columns.document'), width: 190 },
        { title: t('columns.version'), width: 36 },
        { title: t('columns.sha256'), width: 226 },
        { title: t('columns.linkedOn'), width: 52 },
        { title: t('columns.acceptedOn'), width: 52 },
      ],
      shown,
    ),
    ...cutNote(shown.length, lines.length),
  ];
}
