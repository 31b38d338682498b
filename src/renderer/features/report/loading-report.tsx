import { Bar, LoadingRows } from '../../components/page/screen-states.tsx';
import { useDelayed } from '../../hooks/use-delayed.ts';
import styles from './report.module.css';

const CARDS = ['met', 'onTime', 'overdue', 'inReview', 'remaining'];

/** Placeholder of the report while it loads. */
export function LoadingReport() {
  const shown = useDelayed(150);
  return (
    <div className={styles.loading}>
      <div className={styles.loadingCards} style={shown ? {} : { visibility: 'hidden' }}>
        {CARDS.map((name) => (
          <span key={name}>
            <Bar width="55%" />
            <Bar width="35%" height={22} />
          </span>
        ))}
      </div>
      <LoadingRows rows={10} height={44} />
    </div>
  );
}
