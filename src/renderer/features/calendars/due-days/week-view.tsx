import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Occurrence } from '#shared/calendars/calendars.schemas.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { OccurrenceMark } from '../../../components/occurrence/occurrence-mark.tsx';
import { useOccurrenceLink } from '../../../components/occurrence/use-occurrence-link.ts';
import { holidaysBetween } from '../../../components/occurrence/weeks-view.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { formatIsoDate, formatLongDate, shortName } from '../../../i18n/format.ts';
import styles from './week-view.module.css';

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** The seven days of a week, as tall as the page; below each other where there is little room. */
export function WeekView({ items, monday }: { items: readonly Occurrence[]; monday: Day }) {
  const { t } = useTranslation('calendars');
  const days = groupBy(items, ({ dueOn }) => dueOn);
  const holidays = holidaysBetween(monday, addDays(monday, 6));
  const today = formatIsoDate(new Date());
  return (
    <ol className={styles.week} aria-label={t('views.week')}>
      {DAYS.map((at) => {
        const day = addDays(monday, at);
        const due = days.get(day) ?? [];
        return (
          <li key={day} className={styles.day} aria-current={day === today ? 'date' : undefined}>
            <h3>
              <time dateTime={day}>
                {formatLongDate(day).split(' ').slice(0, 2).join(' ')}
                <span className="visually-hidden"> {formatLongDate(day).split(' ').slice(2).join(' ')}</span>
              </time>
            </h3>
            {holidays.has(day) && <p className="meta">{holidays.get(day)}</p>}
            {due.length === 0 && <p className={`meta ${styles.none}`}>{t('views.nothing')}</p>}
            {due.map((item) => (
              <Entry key={item._id} item={item} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

function Entry({ item }: { item: Occurrence }) {
  const { t } = useTranslation('calendars');
  const to = useOccurrenceLink();
  const { obligation, calendar, responsible, status } = item;
  return (
    <Link className={styles.entry} to={to(item._id)}>
      <b>{obligation.title}</b>
      <OccurrenceMark status={status} label />
      <span className="meta">{calendar.name}</span>
      {responsible ? (
        <span className={`meta ${styles.who}`}>
          <PersonAvatar person={responsible} size={20} />
          {shortName(responsible)}
        </span>
      ) : (
        <span className={styles.nobody}>{t('obligation.nobody')}</span>
      )}
    </Link>
  );
}
