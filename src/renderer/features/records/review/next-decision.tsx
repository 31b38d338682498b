import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { STATE } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { useEndpoint } from '../../../api/client.ts';
import styles from './review.module.css';

export type Queue = 'review' | 'publish';

/** What a person works through: documents to publish where this one waits for that, else those to review. */
export const queueOf = ({ currentVersion }: Record): Queue =>
  currentVersion?.state === STATE.approved || currentVersion?.state === STATE.pendingPublication
    ? 'publish'
    : 'review';

/** How far down the queue this document is looked for, so that it is not counted as one that is left. */
const LOOKED_THROUGH = 50;

/** The most urgent document of the queue but this one, and how many are left. `undefined` until that is known. */
function useNext(record: string, queue: Queue) {
  const { data } = useEndpoint('pendingDecisions', {
    query: { section: queue, limit: String(LOOKED_THROUGH) },
  });
  if (!data) return undefined;
  const others = data.items.filter(({ _id }) => _id !== record);
  const total = data.total ?? { count: data.items.length, more: false };
  return {
    next: others[0],
    left: total.count - (data.items.length - others.length),
    more: total.more,
  };
}

const pathOf = (id: string): string => `/records/view/${id}?panel=review`;

/** While somebody reviews: how many wait after this one, and a way to the next one without a decision. */
export function WaitingAfter({ record, queue }: { record: string; queue: Queue }) {
  const { t } = useTranslation('records');
  const found = useNext(record, queue);
  // Additional: where it cannot be loaded, or nothing else waits, the review is the same without it.
  if (!found?.next) return null;
  return (
    <p className={`meta ${styles.after}`}>
      <span className="grow">{t(`next.${queue}.after`, { count: found.left })}</span>
      <Link to={pathOf(found.next._id)} className="link" title={found.next.title}>
        {t('next.skip')}
      </Link>
    </p>
  );
}

/** After a decision: the next document, one key away; or, for whoever decides in its library, that nothing is left. */
export function NextDecision({ record, queue }: { record: Record; queue: Queue }) {
  const { t } = useTranslation('records');
  const found = useNext(record._id, queue);
  // Whoever works through a queue goes on with Enter: the button that was pressed is gone.
  const focus = useCallback((link: HTMLAnchorElement | null) => link?.focus(), []);
  if (!found) return null;
  const { next, left } = found;
  if (!next && !record.may.roles.includes(queue)) return null;
  if (!next)
    return (
      <p className={styles.next} role="status">
        {t(`next.${queue}.none`)}
      </p>
    );
  return (
    <div className={styles.next}>
      <p role="status" className="grow">
        {t(`next.${queue}.left`, { count: left })}
        <span className="meta ellipsis" title={next.title}>
          {next.title}
        </span>
      </p>
      <Button
        component={Link}
        to={pathOf(next._id)}
        ref={focus}
        variant="filled"
        rightSection={<IconArrowRight size={16} aria-hidden="true" />}
      >
        {t('next.go')}
      </Button>
    </div>
  );
}
