import { periodWords } from '#shared/calendars/period.ts';
import { REPORT_MAIL } from '#shared/platform/limits.ts';
import type { Report, ReportMonth, ReportRow } from '#shared/report/report.schemas.ts';
import { compose, type MailText, type Part } from '../../notifications/mails/mail-templates.ts';
import { nameOf } from '../files/person-words.ts';
import { percentOf } from '../files/share-words.ts';
import { sinceWords } from '../files/since-words.ts';
import { t } from '../texts.ts';

/** How many due days a mail names of those that are overdue; the report has them all. */
const NAMED = 5;
const MEGABYTE = 1024 ** 2;

/** What a mailed report says. */
export interface ReportMailWords {
  readonly firstname: string;
  /** Who planned it. */
  readonly by: string;
  /** The month that it tells of, `YYYY-MM`. */
  readonly month: string;
  readonly isTry: boolean;
  readonly organization: string;
  /** What it is about, for this reader (report-words.ts). */
  readonly scope: string;
  readonly report: Report;
  /** File names that are attached, and those that are too large. */
  readonly attached: readonly string[];
  readonly leftOut: readonly string[];
  /** The same report on the screen. */
  readonly url: string;
  /** The page where its reader leaves it; null where they are not among its people. */
  readonly stop: string | null;
}

/** The mail of a month, in plain words: its figures, what needs attention, what changed, and where the rest is. */
export function reportMailText(words: ReportMailWords): MailText {
  const { report, month, organization } = words;
  const name = periodWords(month);
  const subject = t('mails.subject', { month: name, organization });
  const since = sinceWords(report);
  const paragraphs: Part[] = [
    ...[t('mails.hello', { firstname: words.firstname }), t('mails.intro', { month: name })],
    words.scope,
    monthSentence(
      name,
      report.months.find((each) => each.month === month),
      isPartial(report),
    ),
    totalSentence(report),
    ...(since ? [since] : []),
  ].map((paragraph) => ({ paragraph }));
  return compose(
    words.isTry ? t('mails.trySubject', { subject }) : subject,
    [
      ...paragraphs,
      ...attention(report),
      { link: words.url, label: t('mails.open') },
      ...filesSentences(words).map((paragraph) => ({ paragraph })),
    ],
    [
      { paragraph: words.isTry ? t('mails.whyTry') : t('mails.why', { by: words.by }) },
      ...(words.stop === null ? [] : [{ link: words.stop, label: t('mails.stop') }]),
    ],
  );
}

/** What was due in the month, and how it stands at its end. */
function monthSentence(name: string, found: ReportMonth | undefined, partial: boolean): string {
  const counts: Partial<ReportMonth['counts']> = found?.counts ?? {};
  const of = (...statuses: (keyof typeof counts)[]) =>
    statuses.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  const due = of('done', 'late', 'overdue', 'submitted', 'pending', 'upcoming', 'today');
  if (due === 0) return t(partial ? 'mails.nothingDueSeen' : 'mails.nothingDue', { month: name });
  const [met, over] = [of('done', 'late'), of('overdue')];
  const parts = [
    met === 0 ? t('mails.noneMet') : t('mails.met', { count: met }),
    over === 0 ? t('mails.noneOverdue') : t('mails.overdue', { count: over }),
    ...(of('today') > 0 ? [t('mails.lastDay', { count: of('today') })] : []),
    ...(of('submitted') > 0 ? [t('mails.inReview', { count: of('submitted') })] : []),
  ];
  return t('mails.due', { count: due, month: name, parts: parts.join(', ') });
}

const totalSentence = ({ totals, from, asOf }: Report): string =>
  totals.met.of === 0
    ? t('mails.noTotal', { from: periodWords(from), day: periodWords(asOf) })
    : t('mails.total', {
        ...{ from: periodWords(from), day: periodWords(asOf) },
        ...{ met: totals.met.count, of: totals.met.of, percent: percentOf(totals.met) },
      });

/** Whether something is left out for this reader: then nothing is said of the whole. */
const isPartial = ({ folders }: Report): boolean => (folders.hidden ?? 0) > 0;

/**
 * What is overdue, the longest first, and how many folders do not comply. What was due on the last day and not met is over
 * by the time the mail leaves.
 */
function attention(report: Report): Part[] {
  const { rows, folders } = report;
  const late = rows
    .flatMap((row) =>
      row.occurrences
        .filter(({ status }) => status === 'overdue' || status === 'today')
        .map((each) => ({ row, dueOn: each.dueOn })),
    )
    .sort((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0));
  if (late.length + folders.red === 0)
    return [{ paragraph: t(isPartial(report) ? 'mails.allWellSeen' : 'mails.allWell') }];
  const more = late.length - NAMED;
  return [
    { paragraph: t('mails.attention') },
    ...late.slice(0, NAMED).map(({ row, dueOn }): Part => ({ quote: lateWords(row, dueOn) })),
    ...(more > 0 ? [{ paragraph: t('mails.more', { count: more }) }] : []),
    ...(folders.red > 0 ? [{ paragraph: t('mails.folders', { count: folders.red }) }] : []),
  ];
}

function lateWords({ obligation: { title }, calendar, responsible }: ReportRow, dueOn: string): string {
  const day = periodWords(dueOn);
  return responsible
    ? t('mails.late', { title, calendar: calendar.name, day, who: nameOf(responsible) })
    : t('mails.lateOfNobody', { title, calendar: calendar.name, day });
}

function filesSentences({ attached, leftOut }: ReportMailWords): string[] {
  const max = REPORT_MAIL.attachedBytes / MEGABYTE;
  return [
    ...(attached.length > 0
      ? [t('mails.attached', { count: attached.length, names: attached.join(', ') })]
      : []),
    ...(leftOut.length > 0
      ? [t('mails.leftOut', { count: leftOut.length, names: leftOut.join(', '), max })]
      : []),
  ];
}
