import { IconHistory } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Review } from '#shared/reviews/reviews.schemas.ts';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { When } from '../../../components/when.tsx';
import { fullName } from '../../../i18n/format.ts';
import styles from './review.module.css';

/** Every change of state, newest first: who, which state, which version, and the comment. */
export function ReviewTimeline({ reviews }: { reviews: UseQueryResult<Review[]> }) {
  const { t } = useTranslation('records');
  if (reviews.isPending) return <LoadingRows rows={3} height={56} />;
  if (reviews.isError) {
    return (
      <ErrorState title={t('reviews.failed')} error={reviews.error} onRetry={() => void reviews.refetch()} />
    );
  }
  if (reviews.data.length === 0) return <EmptyState icon={IconHistory} title={t('reviews.empty')} />;
  return (
    <ol className={styles.timeline} aria-label={t('tabs.reviews')}>
      {[...reviews.data].reverse().map((review) => (
        <li key={review._id}>
          <StateGlyph state={review.to} />
          <div className="grow">
            <p>
              <b>{fullName(review.user)}</b> {t(`verbs.${review.to}`)}
            </p>
            <p className="meta">
              {t('version', { number: review.number })} · <When value={review.at} />
            </p>
            {review.comment && <p className={styles.comment}>{review.comment}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
