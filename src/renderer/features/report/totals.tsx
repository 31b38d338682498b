import { useTranslation } from 'react-i18next';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import type { ReportTotals, Share } from '#shared/report/report.schemas.ts';
import { formatNumber } from '../../i18n/format.ts';
import { partOf, percentOf } from './cells.ts';
import styles from './totals.module.css';

/** The totals, the most important first. Each filters the table by what it counts. */
const CARDS = [
  { name: 'met', tone: 'ok', status: ['done', 'late'] },
  { name: 'onTime', tone: 'ok', status: ['done'] },
  { name: 'overdue', tone: 'fail', status: ['overdue'] },
  { name: 'inReview', tone: 'review', status: ['submitted'] },
  { name: 'remaining', tone: 'quiet', status: ['pending', 'upcoming'] },
] as const satisfies readonly { name: string; tone: string; status: readonly OccurrenceStatus[] }[];

/** "n of m" with its share: what was met up to the day, and separately the rest of the year. */
export function Totals({
  totals,
  wholeYear,
  onNarrow,
}: {
  totals: ReportTotals;
  /** The rest is of the current year, not of a custom period. */
  wholeYear: boolean;
  /** Undefined where the table cannot be filtered: a frozen report. */
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
