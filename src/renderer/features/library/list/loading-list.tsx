import { useTranslation } from 'react-i18next';
import { Bar, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useDelayed } from '../../../hooks/use-delayed.ts';
import { useListView } from './grid/list-view.ts';
import styles from './grid/record-grid.module.css';
import { CARD } from './grid/use-card-columns.ts';
import { rowHeight } from './row-height.ts';

/** Cards for each of these rows: a grid shows fewer lines, of several. */
const CARDS_OF_ROW = 1.2;

/** Placeholder of a list of documents, of the rows or cards that this person has them shown as. */
export function LoadingList({ rows, withPlace = false }: { rows: number; withPlace?: boolean }) {
  const [view] = useListView();
  if (view === 'grid') return <LoadingCards count={Math.ceil(rows * CARDS_OF_ROW)} withPlace={withPlace} />;
  return <LoadingRows rows={rows} height={rowHeight({ narrow: false, place: withPlace, snippet: false })} />;
}

/** Cards as large as the real ones, after 150 ms, so that nothing moves when they arrive. */
function LoadingCards({ count, withPlace }: { count: number; withPlace: boolean }) {
  const { t } = useTranslation();
  const shown = useDelayed(150);
  const height = CARD.height + (withPlace ? CARD.placeHeight : 0);
  return (
    <div role="status" aria-label={t('loading')} aria-busy="true" className={styles.cards}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={at} className={shown ? styles.card : ''} style={{ height }}>
          {shown && <AbsentCard />}
        </div>
      ))}
    </div>
  );
}

/** What stands in the card of a document that is being loaded. */
export function AbsentCard() {
  return (
    <>
      <span className={styles.sheet} />
      <span className={styles.title}>
        <Bar width="76%" />
      </span>
      <span className={styles.foot}>
        <Bar width={84} yielding />
      </span>
    </>
  );
}
