import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { WEEKDAYS } from '#shared/domain/calendars/recurrence.ts';
import { addDays, type Day } from '#shared/domain/days.ts';
import { chileanHolidays } from '#shared/domain/holidays.ts';
import type { Occurrence } from '#shared/schemas/calendar.ts';
import { OccurrenceMark } from '../../components/occurrence-mark.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { formatDate, formatIsoDate, formatLongDate } from '../../i18n/format.ts';
import styles from './calendars.module.css';
import { withFilter } from './filters.ts';

/** Opens one beside the view: it stands in the address, so that mails and notices lead there too. */
function useOccurrenceLink() {
  const [params] = useSearchParams();
  return (id: string): string => `?${withFilter(params, 'occurrence', id)}`;
}

const byDay = (items: readonly Occurrence[]): Map<Day, Occurrence[]> =>
  Map.groupBy(items, ({ dueOn }) => dueOn);

function holidaysBetween(from: Day, to: Day): Map<Day, string> {
  const years = new Set([Number(from.slice(0, 4)), Number(to.slice(0, 4))]);
  return new Map([...years].flatMap(chileanHolidays).map(({ day, name }) => [day, name]));
}

function Entry({ item }: { item: Occurrence }) {
  const to = useOccurrenceLink();
  return (
    <Link className={styles.entry} to={to(item._id)} title={item.obligation.title}>
      <OccurrenceMark status={item.status} />
      <span className={styles.entryText}>{item.obligation.title}</span>
    </Link>
  );
}

/** Weeks of seven days: a month, or one of them. */
export function WeeksView({
  items,
  from,
  to,
  month,
}: {
  items: readonly Occurrence[];
  from: Day;
  to: Day;
  /** Days outside of it step back. */
  month?: string;
}) {
  const { t } = useTranslation('calendars');
  const days = byDay(items);
  const holidays = holidaysBetween(from, to);
  const today = formatIsoDate(new Date());
  const weeks: Day[] = [];
  for (let monday = from; monday <= to; monday = addDays(monday, 7)) weeks.push(monday);
  return (
    <table className={styles.month} aria-label={t('views.days')}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              {t(`short.${name}`)}
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
                <td key={name} className={kind}>
                  <time dateTime={day} className={styles.number} title={formatDate(day)}>
                    {Number(day.slice(8))}
                  </time>
                  {holidays.has(day) && (
                    <span className={styles.holiday} title={holidays.get(day)}>
                      {holidays.get(day)}
                    </span>
                  )}
                  {days.get(day)?.map((item) => (
                    <Entry key={item._id} item={item} />
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

function Row({ item, dated }: { item: Occurrence; dated: boolean }) {
  const to = useOccurrenceLink();
  return (
    <li className={styles.row}>
      <Link className={styles.rowLink} to={to(item._id)}>
        <span className={styles.name}>
          <b>{item.obligation.title}</b>
          <small>{[item.obligation.authority, item.calendar.name].filter(Boolean).join(' · ')}</small>
        </span>
        <OccurrenceMark status={item.status} label />
        <span className="meta">{dated ? formatDate(item.dueOn) : item.period}</span>
        {item.responsible ? <PersonAvatar person={item.responsible} size={24} /> : <span />}
      </Link>
    </li>
  );
}

/** Day by day, those on which something is due. */
export function AgendaView({ items }: { items: readonly Occurrence[] }) {
  return (
    <>
      {[...byDay(items)].map(([day, due]) => (
        <section key={day}>
          <h3 className={styles.day}>{formatLongDate(day)}</h3>
          <ul className={styles.rows}>
            {due.map((item) => (
              <Row key={item._id} item={item} dated={false} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function ListView({ items }: { items: readonly Occurrence[] }) {
  const { t } = useTranslation('calendars');
  return (
    <ul className={styles.rows} aria-label={t('views.list')}>
      {items.map((item) => (
        <Row key={item._id} item={item} dated />
      ))}
    </ul>
  );
}
