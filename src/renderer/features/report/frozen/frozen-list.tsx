import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconSnowflake } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../api/client.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Drawer } from '../../../components/modal.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { formatDate, formatDateTime, fullName } from '../../../i18n/format.ts';
import { percentOf } from '../cells.ts';
import styles from '../report.module.css';

/** A hash: its first characters, all of it on click. */
export function Hash({ value }: { value: string }) {
  const { t } = useTranslation('report');
  return (
    <span className={styles.hash}>
      <span title={value}>SHA-256 {value.slice(0, 12)}…</span>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'frozen.copied' : 'frozen.copy')}>
            <ActionIcon size="sm" aria-label={t(copied ? 'frozen.copied' : 'frozen.copy')} onClick={copy}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}

/** The frozen reports, newest first. */
export function FrozenList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('report');
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={480} title={t('frozen.title')}>
      {opened && <Frozen onGo={onClose} />}
    </Drawer>
  );
}

function Frozen({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('report');
  const found = useInfiniteQuery({
    queryKey: ['snapshots', {}] as const,
    queryFn: ({ pageParam, signal }) =>
      call('snapshots', { query: { limit: '50', ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  if (found.isPending) return <LoadingRows rows={4} height={72} />;
  if (found.isError) {
    return <ErrorState title={t('frozen.failed')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState icon={IconSnowflake} title={t('frozen.none')}>
        {t('frozen.noneBody')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.frozen} aria-label={t('frozen.title')}>
        {items.map((each) => (
          <li key={each._id}>
            <div>
              <Link to={`/calendars/report?snapshot=${each._id}`} onClick={onGo}>
                {each.name}
              </Link>
              <p className="meta">
                {t('frozen.head', {
                  day: formatDate(each.asOf),
                  met: each.met.count,
                  of: each.met.of,
                  percent: percentOf(each.met),
                })}
              </p>
              <p className="meta">
                {t('frozen.taken', { when: formatDateTime(each.takenAt), who: fullName(each.takenBy) })}
              </p>
              <Hash value={each.sha256} />
            </div>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button mt={12} loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('frozen.more')}
        </Button>
      )}
    </>
  );
}
