import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/overview/overview.schemas.ts';
import { occurrenceHref } from '#shared/platform/hrefs.ts';
import { OccurrenceSign } from '../../../components/occurrence/occurrence-mark.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { daysBetween, formatDate, formatNumber, fullName } from '../../../i18n/format.ts';
import { Block } from '../record-lists.tsx';
import styles from './aside.module.css';

/** All that is overdue, one's own too, as far back as a report goes. */
const IN_REPORT = '/calendars/report?view=table&status=overdue&period=36';

/**
 * What others have overdue, for those who answer for all calendars: the longest first, each with whom to ask.
 * @param own whether something is overdue among their own tasks
 */
export function OverdueOfOthers({ overdue, own }: { overdue: Dashboard['othersOverdue']; own: boolean }) {
  const { t } = useTranslation('dashboard-aside');
  const now = useNow();
  if (!overdue || overdue.count === 0) return null;
  const title = t(own ? 'othersOverdue' : 'overdue');
  const more = overdue.count - overdue.items.length;
  return (
    <Block title={title} count={overdue.count} to={IN_REPORT} all={t('inReport')}>
      <ul className={styles.list} aria-label={title}>
        {overdue.items.map(({ _id, obligation, calendar, responsible, backup, dueOn, status }) => {
          const who = responsible ?? backup;
          const late = Math.max(1, daysBetween(dueOn, now));
          return (
            <li key={_id}>
              <Link to={occurrenceHref(_id)}>
                <OccurrenceSign status={status} size={18} />
                <span className="grow">
                  <span className={styles.name}>{obligation.title}</span>
                  <span className="meta">
                    {who ? fullName(who) : t('unnamed')} · {calendar.name}
                  </span>
                </span>
                <span className={styles.failing} title={formatDate(dueOn)}>
                  {t('late', { count: late, number: formatNumber(late) })}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <Link to={IN_REPORT} className="link">
          {t('overdueMore', { count: more, number: formatNumber(more) })}
        </Link>
      )}
    </Block>
  );
}
