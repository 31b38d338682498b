import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '#shared/report/report.schemas.ts';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { monthShares } from './cells.ts';
import styles from './report.module.css';

type Chart = typeof import('./evolution-chart.tsx');
type State = Chart | 'loading' | { failed: unknown };

/** The evolution by month. The chart's code is loaded when it is opened for the first time. */
export function Evolution({ report }: { report: Report }) {
  const { t } = useTranslation('report');
  const [chart, setChart] = useState<State>('loading');
  const [tries, setTries] = useState(0);
  const months = useMemo(() => monthShares(report), [report]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks for another attempt
  useEffect(() => {
    let alive = true;
    import('./evolution-chart.tsx').then(
      (loaded) => alive && setChart(loaded),
      (failed: unknown) => alive && setChart({ failed }),
    );
    return () => {
      alive = false;
    };
  }, [tries]);
  if (chart === 'loading') return <LoadingRows rows={8} height={38} />;
  if ('failed' in chart) {
    return (
      <ErrorState title={t('evolution.failed')} error={chart.failed} onRetry={() => setTries(tries + 1)} />
    );
  }
  return (
    <div className={styles.panel}>
      <h2 className={styles.subtitle}>{t('evolution.title')}</h2>
      <p className="meta">{t('evolution.intro')}</p>
      <chart.EvolutionChart months={months} />
      <details className={styles.details}>
        <summary>{t('evolution.figures')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <section className={styles.wide} aria-label={t('evolution.label')} tabIndex={0}>
          <chart.EvolutionTable months={months} className={styles.figures ?? ''} />
        </section>
      </details>
    </div>
  );
}
