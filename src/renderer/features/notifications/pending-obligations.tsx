import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import type { useTasks } from '../../components/tasks/queries.ts';
import { TaskRows } from '../../components/tasks/task-rows.tsx';

/** Due days that are the person's to meet, as their dashboard lists them. */
export function PendingObligations({ query }: { query: ReturnType<typeof useTasks> }) {
  const { t } = useTranslation('notifications');
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <LoadingRows rows={5} height={56} />;
  if (query.isError && items.length === 0) {
    return (
      <ErrorState title={t('pending.failed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState icon={IconChecks} title={t('pending.empty.obligation')}>
        {t('pending.emptyObligation')}
      </EmptyState>
    );
  }
  return (
    <>
      <TaskRows tasks={items} label={t('pending.sections.obligation')} />
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('pending.more')}
        </Button>
      )}
    </>
  );
}
