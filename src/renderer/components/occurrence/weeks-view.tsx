import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { WEEKDAYS } from '#shared/calendars/recurrence.ts';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import { chileanHolidays } from '#shared/organization/holidays.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { formatDate, formatIsoDate } from '../../i18n/format.ts';
import styles from './occurrence.module.css';
import { OccurrenceMark } from './occurrence-mark.tsx';
import { useOccurrenceLink } from './use-occurrence-link.ts';
import './catalogue.ts';

/** An entry of a day. */
export interface DueDay {
  readonly _id: string;
  readonly dueOn: Day;
  readonly status: OccurrenceStatus;
  readonly obligation: { readonly title: string };
}

/** The holidays of Chile between two days, by day. */
export function holidaysBetween(from: Day, to: Day): Map<Day, string> {
  const years = new Set([Number(from.slice(0, 4)), Number(to.slice(0, 4))]);
  return new Map([...years].flatMap(chileanHolidays).map(({ day, name }) => [day, name]));
}

function Entry({ item, to }: { item: DueDay; to: string | undefined }) {
  const content = (
    <>
      <OccurrenceMark status={item.status} />
      <span className={styles.entryText}>{item.obligation.title}</span>
    </>
  );
  return to === undefined ? (
    <span className={styles.entry} title={item.obligation.title}>
      {content}
    </span>
  ) : (
    <Link className={styles.entry} to={to} title={item.obligation.title}>
      {content}
    </Link>
  );
}

/** Weeks of seven days: a month, or a single week. */
export function WeeksView({
  items,
  from,
  to,
  month,
  today = formatIsoDate(new Date()),
  closed = false,
}: {
  items: readonly DueDay[];
  from: Day;
  to: Day;
  /** Days outside of it are muted. */
  month?: string;
  /** Today, or the day of the report. */
  today?: Day;
  /** Read-only: a frozen report shows the past. */
  closed?: boolean;
}) {
  const { t } = useTranslation();
  const link = useOccurrenceLink();
  const days = groupBy(items, ({ dueOn }) => dueOn);
  const holidays = holidaysBetween(from, to);
  const weeks: Day[] = [];
  for (let monday = from; monday <= to; monday = addDays(monday, 7)) weeks.push(monday);
  return (
    <table className={styles.month} aria-label={t('occurrence:days')}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              {t(`occurrence:weekdays.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((monday) => (
          <tr key={monday}>
            {WEEKDAYS.map((name, at) => {
              const day = addDays(monday, at);
              const outside = month !== undefined && !day.startsWith(month);
              const kind = [outside ? styles.outside : '', day === today ? styles.today : ''].join(' ');
              return (
                <td key={name} className={kind} aria-current={day === today ? 'date' : undefined}>
                  <time dateTime={day} className={styles.number} title={formatDate(day)}>
                    {Number(day.slice(8))}
                  </time>
                  {holidays.has(day) && (
                    <span className={styles.holiday} title={holidays.get(day)}>
                      {holidays.get(day)}
                    </span>
                  )}
                  {days.get(day)?.map((item) => (
                    <Entry key={item._id} item={item} to={closed ? undefined : link(item._id)} />
                  ))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
