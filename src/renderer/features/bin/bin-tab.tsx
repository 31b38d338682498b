import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BinItem } from '#shared/schemas/bin.ts';
import { useCall } from '../../api/client.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../components/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import styles from './bin.module.css';
import { BinRow } from './bin-row.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { useBin } from './queries.ts';

/** What was deleted: back to its place, or gone for good. */
export function BinTab() {
  const { t } = useTranslation('bin');
  const { query, items } = useBin();
  const [leaving, setLeaving] = useState<BinItem>();
  const { mutate: restore } = useCall('binRestore', {
    onError: (error) => toast.error(t('restoreFailed'), error),
  });
  return (
    <>
      {query.isPending && <LoadingRows rows={6} height={64} />}
      {query.isError && items.length === 0 && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && (
        <EmptyState
          icon={IconTrash}
          title={t('empty.title')}
          action={
            <Button component={Link} to="/records/search">
              {t('empty.action')}
            </Button>
          }
        >
          {t('empty.body')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={t('list')}>
          {items.map((item) => (
            <BinRow
              key={item._id}
              item={item}
              onRestore={() =>
                restore(
                  { body: { record: item._id } },
                  { onSuccess: () => toast.success(t('restored', { title: item.title ?? t('closed') })) },
                )
              }
              onRemove={() => setLeaving(item)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      <PurgeDialog item={leaving} onClose={() => setLeaving(undefined)} />
    </>
  );
}
