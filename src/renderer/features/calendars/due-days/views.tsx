import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Occurrence } from '#shared/calendars/calendars.schemas.ts';
import { periodWords } from '#shared/calendars/period.ts';
import type { Day } from '#shared/platform/days.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { OccurrenceMark } from '../../../components/occurrence/occurrence-mark.tsx';
import { useOccurrenceLink } from '../../../components/occurrence/use-occurrence-link.ts';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { formatDate, formatIsoDate, formatLongDate } from '../../../i18n/format.ts';
import styles from '../calendars.module.css';

const byDay = (items: readonly Occurrence[]): Map<Day, Occurrence[]> => groupBy(items, ({ dueOn }) => dueOn);

/** The first of these is where "Hoy" leads in a view that has no cell for each day. */
const isComing = ({ dueOn }: Occurrence): boolean => dueOn >= formatIsoDate(new Date());

function Row({ item, dated, upcoming }: { item: Occurrence; dated: boolean; upcoming?: boolean }) {
  const { t } = useTranslation('calendars');
  const to = useOccurrenceLink();
  return (
    <li className={styles.row} data-upcoming={upcoming || undefined}>
      <Link className={styles.rowLink} to={to(item._id)}>
        <span className={styles.name}>
          <b>{item.obligation.title}</b>
          <small>
            {!item.responsible && <span className={styles.nobody}>{t('obligation.nobody')} · </span>}
            {[item.obligation.authority, item.calendar.name].filter(Boolean).join(' · ')}
          </small>
        </span>
        <OccurrenceMark status={item.status} label />
        <span className="meta">{dated ? formatDate(item.dueOn) : periodWords(item.period)}</span>
        {item.responsible ? <PersonAvatar person={item.responsible} size={24} /> : <span />}
      </Link>
    </li>
  );
}

/** The days on which something is due, one after the other. */
export function AgendaView({ items }: { items: readonly Occurrence[] }) {
  const coming = items.find(isComing)?.dueOn;
  return (
    <>
      {[...byDay(items)].map(([day, due]) => (
        <section key={day} data-upcoming={day === coming || undefined}>
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
  const coming = items.find(isComing);
  return (
    <ul className={styles.rows} aria-label={t('views.list')}>
      {items.map((item) => (
        <Row key={item._id} item={item} dated upcoming={item === coming} />
      ))}
    </ul>
  );
}
