import { useTranslation } from 'react-i18next';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import type { ReportTotals, Share } from '#shared/report/report.schemas.ts';
import { formatNumber } from '../../i18n/format.ts';
import { partOf, percentOf } from './cells.ts';
import styles from './totals.module.css';

/** The headline first; each narrows the table to what it counts. */
const CARDS = [
  { name: 'met', tone: 'ok', status: ['done', 'late'] },
  { name: 'onTime', tone: 'ok', status: ['done'] },
  { name: 'overdue', tone: 'fail', status: ['overdue'] },
  { name: 'inReview', tone: 'review', status: ['submitted'] },
  { name: 'remaining', tone: 'quiet', status: ['pending', 'upcoming'] },
] as const satisfies readonly { name: string; tone: string; status: readonly OccurrenceStatus[] }[];

/** So many of so many, with their share: what was met of what was due up to the day, and the rest of the year apart. */
export function Totals({
  totals,
  wholeYear,
  onNarrow,
}: {
  totals: ReportTotals;
  /** What is left is of this year, not of a period of one's own. */
  wholeYear: boolean;
  /** Missing where nothing can be narrowed: a frozen report. */
  onNarrow: ((status: readonly OccurrenceStatus[]) => void) | undefined;
}) {
  const { t } = useTranslation('report');
  return (
    <>
      <ul className={styles.cards} aria-label={t('totals.label')} data-tour="report-totals">
        {CARDS.map(({ name, tone, status }) => {
          const content = (
            <Figures
              label={t(name === 'remaining' && !wholeYear ? 'totals.remainingIn' : `totals.${name}`)}
              share={totals[name]}
              tone={tone}
            />
          );
          return (
            <li key={name}>
              {onNarrow ? (
                <button type="button" title={t('totals.see')} onClick={() => onNarrow(status)}>
                  {content}
                </button>
              ) : (
                <div>{content}</div>
              )}
            </li>
          );
        })}
      </ul>
      {totals.notApplicable > 0 && (
        <p className={`meta ${styles.aside}`}>{t('totals.notApplicable', { count: totals.notApplicable })}</p>
      )}
    </>
  );
}

function Figures({ label, share, tone }: { label: string; share: Share; tone: string }) {
  const { t } = useTranslation('report');
  return (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.figures}>
        <b>{formatNumber(share.count)}</b>{' '}
        <span className={styles.of}>{t('totals.of', { of: formatNumber(share.of) })}</span>{' '}
        <span className={styles.percent}>{percentOf(share)}</span>
      </span>
      <span className={styles.bar} data-tone={tone} aria-hidden="true">
        {share.count > 0 && <i style={{ width: `${partOf(share) * 100}%` }} />}
      </span>
    </>
  );
}
