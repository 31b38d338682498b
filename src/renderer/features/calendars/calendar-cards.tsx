import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CalendarSummary } from '#shared/calendars/calendars.schemas.ts';
import { formatDate } from '../../i18n/format.ts';
import styles from './calendars.module.css';
import { COLORS } from './colors.ts';

/** A card for each calendar, with its number of open obligations. */
export function CalendarCards({ calendars }: { calendars: readonly CalendarSummary[] }) {
  const { t } = useTranslation('calendars');
  return (
    <ul className={styles.cards} aria-label={t('cards.label')} data-tour="calendars-list">
      {calendars.map((calendar) => (
        <li
          key={calendar._id}
          className={styles.card}
          style={{ '--mark': COLORS[calendar.color] } as React.CSSProperties}
        >
          <Link to={`/calendars/edit/${calendar._id}`}>{calendar.name}</Link>
          <span className="meta">
            {t('cards.obligations', { count: calendar.obligations })}
            {!calendar.active && ` · ${t('cards.inactive')}`}
          </span>
          <span className="meta">
            {calendar.overdue > 0 && (
              <b className={styles.overdue}>{t('cards.overdue', { count: calendar.overdue })} · </b>
            )}
            {calendar.nextDueOn
              ? t('cards.next', { date: formatDate(calendar.nextDueOn) })
              : t('cards.nothing')}
          </span>
        </li>
      ))}
    </ul>
  );
}
