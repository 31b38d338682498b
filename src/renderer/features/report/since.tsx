import { useTranslation } from 'react-i18next';
import type { ChangeSince } from '#shared/calendars/report.ts';
import type { Report } from '#shared/report/report.schemas.ts';
import { formatDate } from '../../i18n/format.ts';
import { percentOf } from './cells.ts';
import styles from './report.module.css';

const WHAT = ['caughtUp', 'overdue'] as const satisfies readonly ChangeSince[];

/** How the report compares with the end of the month before; each number lists its due days. */
export function Since({
  report,
  onShow,
}: {
  report: Pick<Report, 'since' | 'totals'>;
  onShow: (change: ChangeSince) => void;
}) {
  const { t } = useTranslation('report');
  const { since, totals } = report;
  // A report that was frozen before there was a comparison has none.
  if (!since) return null;
  const day = formatDate(since.day);
  if (since.met.of === 0) return <p className={`meta ${styles.since}`}>{t('since.nothing', { day })}</p>;
  return (
    <p className={styles.since} data-tour="report-since">
      <span>{t('since.then', { day, before: percentOf(since.met), now: percentOf(totals.met) })}</span>
      {WHAT.map((what) =>
        since[what] > 0 ? (
          <button key={what} type="button" className="link" onClick={() => onShow(what)}>
            {t(`since.${what}`, { count: since[what] })}
          </button>
        ) : (
          <span key={what}>{t(`since.none.${what}`)}</span>
        ),
      )}
    </p>
  );
}
