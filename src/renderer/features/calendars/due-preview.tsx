import { useTranslation } from 'react-i18next';
import { type HolidayPreset, holidaysOf } from '#shared/calendars/calendars.schemas.ts';
import { monthsWithoutDay, readRecurrence } from '#shared/calendars/recurrence.ts';
import { duesBetween, problemOf, type Schedule } from '#shared/calendars/schedule.ts';
import { addMonths } from '#shared/platform/days.ts';
import { customSentence } from '#shared/platform/texts/sentences.ts';
import { formatDate, formatIsoDate, formatList } from '../../i18n/format.ts';
import styles from './calendars.module.css';
import { describeSchedule } from './recurrence.ts';

const SHOWN = 6;
const DAY = /^20\d\d-\d\d-\d\d$/;

/** The schedule of the fields in one sentence, and its next due days. */
export function DuePreview({ schedule, holidays }: { schedule: Schedule; holidays: HolidayPreset }) {
  const { t } = useTranslation('calendars');
  const today = formatIsoDate(new Date());
  const { startsOn, endsOn, termDays } = schedule;
  const readable =
    DAY.test(startsOn) &&
    (endsOn === null || DAY.test(endsOn)) &&
    Number.isInteger(termDays) &&
    termDays >= 0 &&
    termDays <= 365;
  if (!readable) return null;
  const free = holidaysOf(holidays);
  const horizon = addMonths(today > startsOn ? today : startsOn, 18);
  const problem = problemOf(schedule, horizon, free);
  const read = readRecurrence(schedule.recurrence);
  // The n-th working day is in every month.
  const counted = schedule.dayKind === 'corridos' && 'recurrence' in read ? read.recurrence : null;
  const lacking = counted && !problem ? monthsWithoutDay(counted, startsOn) : [];
  const from = today > startsOn ? today : startsOn;
  const next = problem ? [] : duesBetween(schedule, from, addMonths(from, 60), free).slice(0, SHOWN);
  return (
    <div className={styles.says} aria-live="polite" data-testid="due-preview">
      <b>{problem ? customSentence(problem.problem) : `${describeSchedule(schedule, t)}.`}</b>
      {next.length > 0 && (
        <span className="meta">
          {t('preview.next', { days: formatList(next.map(({ dueOn }) => formatDate(dueOn))) })}
        </span>
      )}
      {lacking.length > 0 && (
        <span className={styles.lacking}>
          {t('preview.lacking', { months: formatList(lacking.map((each) => t(`months.${each}`))) })}
        </span>
      )}
      {!problem && next.length === 0 && <span className="meta">{t('preview.none')}</span>}
    </div>
  );
}
