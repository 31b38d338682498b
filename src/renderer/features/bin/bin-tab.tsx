import { Button } from '@mantine/core';
import { IconArrowBackUp, IconGavel, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BinItem } from '#shared/retention/bin.schemas.ts';
import { useCall } from '../../api/client.ts';
import { HoldDialog, type HoldSubject } from '../../components/holds/hold-dialog.tsx';
import { SelectionBar } from '../../components/lists/selection-bar.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { OutcomeDialog, PurgeManyDialog } from './batch-dialogs.tsx';
import styles from './bin.module.css';
import { BinFilterBar } from './bin-filters.tsx';
import { BinHead } from './bin-head.tsx';
import { BinRow } from './bin-row.tsx';
import { EmptyDialog } from './empty-dialog.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { useBin } from './queries.ts';
import { type BatchOutcome, useBatch } from './use-batch.ts';
import { useBinFilters } from './use-bin-filters.ts';

/** The deleted documents. They can be restored or purged one by one, many at once, or all that nothing keeps. */
export function BinTab() {
  const { t } = useTranslation('bin');
  const given = useBinFilters();
  const { query, items, totals } = useBin(given.filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<'purge' | 'empty'>();
  const [leaving, setLeaving] = useState<BinItem>();
  const [held, setHeld] = useState<HoldSubject>();
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const { busy, run } = useBatch();
  const { mutate: restore } = useCall('binRestore', {
    onError: (error) => toast.error(t('restoreFailed'), error),
  });
  const titles = useMemo(
    () => new Map(items.map((item) => [item._id, item.title ?? t('closed')])),
    [items, t],
  );
  // A document that left the list, by a filter or by another admin, is no longer selected.
  const selected = items.filter((item) => chosen.has(item._id)).map((item) => item._id);
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const batch = async (name: 'binRestoreBatch' | 'binPurgeBatch'): Promise<void> => {
    try {
      const result = await run(name, selected);
      setAsked(undefined);
      setChosen(new Set());
      if (result.refused.length > 0) setOutcome(result);
      else
        toast.success(t(name === 'binPurgeBatch' ? 'batch.gone' : 'batch.restored', { count: result.done }));
    } catch (error) {
      toast.error(t(name === 'binPurgeBatch' ? 'removeFailed' : 'restoreFailed'), error);
    }
  };
  return (
    <>
      {/* An empty bin shows no filters. */}
      {(given.filtered || !query.isSuccess || items.length > 0) && <BinFilterBar {...given} />}
      {totals && items.length > 0 && (
        <BinHead
          totals={totals}
          all={items.length > 0 && selected.length === items.length}
          some={selected.length > 0}
          onAll={() =>
            setChosen(new Set(selected.length === items.length ? [] : items.map((item) => item._id)))
          }
          onEmpty={() => setAsked('empty')}
        />
      )}
      {query.isPending && <LoadingRows rows={6} height={64} />}
      {query.isError && items.length === 0 && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && given.filtered && (
        <EmptyState
          icon={IconTrash}
          title={t('none.title')}
          action={<Button onClick={given.clear}>{t('filters.clear')}</Button>}
        >
          {t('none.body')}
        </EmptyState>
      )}
      {query.isSuccess && items.length === 0 && !given.filtered && (
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
              chosen={chosen.has(item._id)}
              onChoose={() => toggle(item._id)}
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
      <SelectionBar
        count={selected.length}
        onClear={() => setChosen(new Set())}
        actions={[
          {
            id: 'restore',
            label: t('restore'),
            icon: IconArrowBackUp,
            busy,
            onClick: () => void batch('binRestoreBatch'),
          },
          {
            id: 'hold',
            label: t('hold'),
            icon: IconGavel,
            onClick: () =>
              setHeld({ kind: 'records', ids: selected, name: titles.get(selected[0] ?? '') ?? '' }),
          },
          {
            id: 'purge',
            label: t('remove'),
            icon: IconTrash,
            danger: true,
            onClick: () => setAsked('purge'),
          },
        ]}
      />
      <PurgeDialog item={leaving} onClose={() => setLeaving(undefined)} />
      <PurgeManyDialog
        count={selected.length}
        opened={asked === 'purge'}
        busy={busy}
        onConfirm={() => void batch('binPurgeBatch')}
        onClose={() => setAsked(undefined)}
      />
      <OutcomeDialog
        outcome={outcome}
        titleOf={(record) => titles.get(record) ?? t('closed')}
        onClose={() => setOutcome(undefined)}
      />
      <EmptyDialog opened={asked === 'empty'} onClose={() => setAsked(undefined)} />
      <HoldDialog
        subject={held}
        onClose={() => {
          setHeld(undefined);
          setChosen(new Set());
        }}
      />
    </>
  );
}
