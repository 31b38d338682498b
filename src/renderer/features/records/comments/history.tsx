import { IconCheck, IconHistory, IconMessage, IconUpload } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import type { Person } from '#shared/platform/primitives.ts';
import type { Review } from '#shared/reviews/reviews.schemas.ts';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { When } from '../../../components/when.tsx';
import { fullName } from '../../../i18n/format.ts';
import review from '../review/review.module.css';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';

/** Events that are drawn until somebody asks for the earlier ones. */
const DRAWN = 12;

interface Event {
  readonly key: string;
  readonly at: string;
  readonly sign: ReactNode;
  readonly by: Person;
  readonly what: string;
  readonly number: number;
  readonly text: string;
}

/** What led to where the document is, newest first: its versions, the decisions about them, and the comments on them. */
export function History({ reviews }: { reviews: UseQueryResult<Review[]> }) {
  const { t } = useTranslation('records');
  const { all: comments, versions } = useComments();
  const [all, setAll] = useState(false);
  if (reviews.isPending) return <LoadingRows rows={3} height={56} />;
  if (reviews.isError) {
    return (
      <ErrorState title={t('reviews.failed')} error={reviews.error} onRetry={() => void reviews.refetch()} />
    );
  }
  const events = [
    ...reviews.data.map((each): Event => ofReview(each, t(`verbs.${each.to}`))),
    ...[...versions.values()].flatMap((each) => ofVersion(each, t('history.version'))),
    ...comments.flatMap((each) => ofComment(each, t)),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
  if (events.length === 0) return <EmptyState icon={IconHistory} title={t('reviews.empty')} />;
  const shown = all ? events : events.slice(0, DRAWN);
  const earlier = events.length - shown.length;
  return (
    <>
      {reviews.data.length === 0 && <p className="meta">{t('reviews.empty')}</p>}
      <ol className={review.timeline} aria-label={t('tabs.reviews')}>
        {shown.map(({ key, at, sign, by, what, number, text }) => (
          <li key={key}>
            {sign}
            <div className="grow">
              <p>
                <b>{fullName(by)}</b> {what}
              </p>
              <p className="meta">
                {t('version', { number })} · <When value={at} />
              </p>
              {text && <p className={review.comment}>{text}</p>}
            </div>
          </li>
        ))}
      </ol>
      {earlier > 0 && (
        <button type="button" className={`link ${styles.earlier}`} onClick={() => setAll(true)}>
          {t('history.earlier', { count: earlier })}
        </button>
      )}
    </>
  );
}

const ofReview = (each: Review, what: string): Event => ({
  ...{ key: each._id, at: each.at, by: each.user, number: each.number, text: each.comment, what },
  sign: <StateGlyph state={each.to} />,
});

const ofVersion = (each: Version, what: string): Event[] =>
  each.status !== 'ready' || each.number === null
    ? []
    : [
        {
          ...{ key: each._id, at: each.createdAt, by: each.createdBy, number: each.number, what },
          text: each.comment,
          sign: <IconUpload size={17} className={styles.sign} aria-hidden="true" />,
        },
      ];

function ofComment(each: Comment, t: TFunction<'records'>): Event[] {
  const { _id: key, at, by, number, resolved } = each;
  const made: Event = {
    ...{ key, at, by, number, text: each.text, what: t('history.commented') },
    sign: <IconMessage size={17} className={styles.sign} aria-hidden="true" />,
  };
  if (!resolved) return [made];
  return [
    made,
    {
      ...{ key: `${key} resolved`, at: resolved.at, by: resolved.by, number, text: '' },
      what: t('history.resolved', { name: fullName(by) }),
      sign: <IconCheck size={17} className={styles.sign} aria-hidden="true" />,
    },
  ];
}
