import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ActivityItem } from '#shared/documents/activity.schemas.ts';
import { call } from '../../../api/client.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { When } from '../../../components/when.tsx';
import { formatDate, formatList, fullName } from '../../../i18n/format.ts';
import styles from './activity.module.css';

/** What happened to a document, newest first. Readers see only when it was published. */
export function ActivityPanel({ record }: { record: string }) {
  const { t } = useTranslation('records');
  const activity = useInfiniteQuery({
    // The key is that of calls about records, so that a change of the record refetches it.
    queryKey: ['recordActivity', { params: { id: record } }],
    queryFn: ({ pageParam }) =>
      call('recordActivity', { params: { id: record }, query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  if (activity.isPending) return <LoadingRows rows={4} height={52} />;
  if (activity.isError && !activity.data) {
    return (
      <ErrorState
        title={t('activity.failed')}
        error={activity.error}
        onRetry={() => void activity.refetch()}
      />
    );
  }
  const items = activity.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return <EmptyState icon={IconHistory} title={t('activity.empty')} />;
  return (
    <>
      <ol className={styles.list} aria-label={t('tabs.activity')}>
        {items.map((item) => (
          <Item key={item._id} item={item} />
        ))}
      </ol>
      {activity.hasNextPage && (
        <Button
          className={styles.more ?? ''}
          loading={activity.isFetchingNextPage}
          onClick={() => void activity.fetchNextPage()}
        >
          {t('activity.more')}
        </Button>
      )}
    </>
  );
}

function Item({ item }: { item: ActivityItem }) {
  const { t } = useTranslation('records');
  const { by, sender } = item;
  return (
    <li>
      {by ? <PersonAvatar person={by} /> : <span className={styles.nobody} aria-hidden="true" />}
      <div className="grow">
        <p>
          <b>{by ? fullName(by) : sender ? t('activity.sender', { name: sender }) : t('activity.server')}</b>{' '}
          {useSentence(item)}
        </p>
        <p className="meta">
          <When value={item.at} />
        </p>
        {item.changes.map((change) => (
          <ChangeLine key={change.field} change={change} />
        ))}
        {item.comment && <p className={styles.comment}>{item.comment}</p>}
      </div>
    </li>
  );
}

function useSentence(item: ActivityItem): string {
  const { t } = useTranslation('records');
  const number = item.version ?? 0;
  if (item.kind === 'record.state') {
    const verb = t(`verbs.${item.state ?? 0}`);
    return item.version === null ? verb : t('activity.stateOf', { verb, number });
  }
  if (item.kind === 'version.confirm')
    return t(item.conflict ? 'activity.kinds.conflict' : 'activity.kinds.version.confirm', { number });
  if (item.to.length > 0) {
    const names = formatList(item.to.map(fullName));
    if (item.kind === 'review.request') return t('activity.asked', { names });
    if (item.kind === 'publication.request') return t('activity.askedToPublish', { names });
  }
  return t(`activity.kinds.${item.kind}`, { number });
}

const DAYS = new Set(['issuedOn', 'validFrom', 'expiresOn', 'nextReviewOn']);

function ChangeLine({ change }: { change: ActivityItem['changes'][number] }) {
  const { t } = useTranslation('records');
  const { field } = change;
  const nothing = t(field === 'place' ? 'activity.elsewhere' : 'fields.none');
  const show = (value: string | null): string =>
    value === null ? nothing : DAYS.has(field) ? formatDate(value) : value;
  return (
    <p className={styles.change}>
      {t(`activity.fields.${field}`)}: <del>{show(change.before)}</del> <span aria-hidden="true">→</span>{' '}
      <ins>{show(change.after)}</ins>
    </p>
  );
}
