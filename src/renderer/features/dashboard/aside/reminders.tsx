import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/overview/overview.schemas.ts';
import { occurrenceHref } from '#shared/platform/hrefs.ts';
import { useUser } from '../../../api/session-store.ts';
import { useDueWords } from '../../../components/tasks/task-words.ts';
import {
  formatAhead,
  formatDateTime,
  formatIsoDate,
  formatNumber,
  fullName,
  monthOf,
  shownReminder,
  toDate,
} from '../../../i18n/format.ts';
import { useReminders } from '../queries.ts';
import { Block } from '../record-lists.tsx';
import styles from './aside.module.css';

const SHOWN = 4;

interface Reminder {
  id: string;
  day: string;
  exact: string;
  to: string;
  name: string;
  meta: string;
}

/**
 * By day: reminders that are due, and the due days of the coming week that are no task yet (decision 0106). Of many
 * reminders, the newest.
 */
export function Reminders({ coming }: { coming: Dashboard['coming'] }) {
  const { t } = useTranslation('dashboard-aside');
  const { _id: me } = useUser();
  const dueWords = useDueWords();
  const reminders = useReminders().data ?? [];
  const count = reminders.length + (coming?.count ?? 0);
  if (count === 0) return null;
  const shown: Reminder[] = [
    ...reminders.slice(0, SHOWN).map(({ _id, refId, ref, notifyAt, comment }) => ({
      id: _id,
      day: formatIsoDate(notifyAt),
      exact: formatDateTime(notifyAt),
      to: `/records/view/${refId}`,
      name: shownReminder(comment || ref.title),
      meta: formatAhead(notifyAt),
    })),
    ...(coming?.items ?? []).map(({ _id, dueOn, obligation, responsible }) => {
      const { text, exact } = dueWords('obligation', dueOn);
      const other = responsible && responsible._id !== me ? fullName(responsible) : '';
      return {
        ...{ id: _id, day: dueOn, exact, to: occurrenceHref(_id), name: obligation.title },
        meta: [text, other].filter(Boolean).join(' · '),
      };
    }),
  ].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  const more = coming ? coming.count - coming.items.length : 0;
  return (
    <Block
      title={t('reminders')}
      count={count}
      to={reminders.length > 0 ? '/notifications?type=RECORD.REMINDER' : undefined}
      // The list behind it holds the reminders alone.
      all={coming?.count ? t('allReminders') : undefined}
    >
      <ul className={styles.list} aria-label={t('reminders')}>
        {shown.map(({ id, day, exact, to, name, meta }) => (
          <li key={id}>
            <Link to={to} className={styles.reminder}>
              <span className={styles.day} title={exact}>
                <b>{toDate(day).getDate()}</b>
                {monthOf(day)}
              </span>
              <span className="grow">
                <span className={styles.name}>{name}</span>
                <span className="meta">{meta}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link to="/calendars?view=agenda" className="link">
          {t('comingMore', { count: more, number: formatNumber(more) })}
        </Link>
      )}
    </Block>
  );
}
