import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReportRow } from '#shared/report/report.schemas.ts';
import { OccurrenceMark } from '../../components/occurrence/occurrence-mark.tsx';
import { useOccurrenceLink } from '../../components/occurrence/use-occurrence-link.ts';
import { formatDate } from '../../i18n/format.ts';
import { formatMonth } from './cells.ts';
import { monthOfDay } from './filters/filters.ts';
import styles from './report.module.css';

/** The other due days of the same obligation and month: the matrix shows only the worst. */
export function AlsoDue({ rows, id }: { rows: readonly ReportRow[]; id: string }) {
  const { t } = useTranslation('report');
  const to = useOccurrenceLink();
  const row = rows.find(({ occurrences }) => occurrences.some(({ _id }) => _id === id));
  const here = row?.occurrences.find(({ _id }) => _id === id);
  if (!row || !here) return null;
  const month = monthOfDay(here.dueOn);
  const same = row.occurrences.filter(({ dueOn }) => monthOfDay(dueOn) === month);
  if (same.length < 2) return null;
  return (
    <nav className={styles.also} aria-label={t('matrix.also', { month: formatMonth(month) })}>
      <p className="meta">{t('matrix.also', { month: formatMonth(month) })}</p>
      <ul>
        {same.map((each) => (
          <li key={each._id}>
            <Link to={to(each._id)} aria-current={each._id === id ? 'true' : undefined}>
              {formatDate(each.dueOn)}
            </Link>
            <OccurrenceMark status={each.status} label />
          </li>
        ))}
      </ul>
    </nav>
  );
}
