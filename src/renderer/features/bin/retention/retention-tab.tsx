import { Button } from '@mantine/core';
import { IconArchive, IconClockPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { RowCheck } from '../../../components/lists/row-check.tsx';
import { SelectionBar } from '../../../components/lists/selection-bar.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { toast } from '../../../components/toast.tsx';
import { OutcomeDialog } from '../batch-dialogs.tsx';
import styles from '../bin.module.css';
import { useEnded } from '../queries.ts';
import { type BatchOutcome, runInBatches } from '../use-batch.ts';
import { EndedRow } from './ended-row.tsx';
import { ExtendDialog, RemoveEndedDialog } from './retention-dialogs.tsx';

/** Documents whose retention period is over. A person decides about each: nothing is deleted automatically. */
export function RetentionTab() {
  const { t } = useTranslation('bin');
  const { query, items } = useEnded();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<'remove' | 'extend'>();
  const [outcome, setOutcome] = useState<BatchOutcome>();
  // An admin who may not read a document cannot decide about it; its readers do.
  const open = items.filter((item) => item.title !== null);
  const titles = new Map(open.map((item) => [item._id, item.title ?? '']));
  const selected = open.filter((item) => chosen.has(item._id)).map((item) => item._id);
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const done = (result: BatchOutcome, said: 'retention.removed' | 'retention.extended'): void => {
    setAsked(undefined);
    setChosen(new Set());
    if (result.refused.length > 0) setOutcome(result);
    else toast.success(t(said, { count: result.done }));
  };
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.totals}>
          {open.length > 0 && (
            <RowCheck
              label={t('batch.all')}
              checked={selected.length === open.length}
              some={selected.length > 0 && selected.length < open.length}
              onToggle={() =>
                setChosen(new Set(selected.length === open.length ? [] : open.map((item) => item._id)))
              }
            />
          )}
          <span className="secondary">{t('retention.intro')}</span>
        </span>
      </div>
      {query.isPending && <LoadingRows rows={6} height={64} />}
      {query.isError && items.length === 0 && (
        <ErrorState title={t('retention.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && (
        <EmptyState icon={IconArchive} title={t('retention.empty')}>
          {t('retention.emptyBody')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={t('retention.list')}>
          {items.map((item) => (
            <EndedRow
              key={item._id}
              item={item}
              chosen={chosen.has(item._id)}
              onChoose={() => toggle(item._id)}
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
            id: 'extend',
            label: t('retention.extend'),
            icon: IconClockPlus,
            onClick: () => setAsked('extend'),
          },
          {
            id: 'remove',
            label: t('retention.remove'),
            icon: IconTrash,
            danger: true,
            onClick: () => setAsked('remove'),
          },
        ]}
      />
      <RemoveEndedDialog
        count={selected.length}
        opened={asked === 'remove'}
        send={async () =>
          done(
            await runInBatches(selected, (records) => call('retentionRemoveBatch', { body: { records } })),
            'retention.removed',
          )
        }
        onClose={() => setAsked(undefined)}
      />
      <ExtendDialog
        count={selected.length}
        opened={asked === 'extend'}
        send={async (extension) =>
          done(
            await runInBatches(selected, (records) =>
              call('retentionExtendBatch', { body: { records, ...extension } }),
            ),
            'retention.extended',
          )
        }
        onClose={() => setAsked(undefined)}
      />
      <OutcomeDialog
        outcome={outcome}
        titleOf={(record) => titles.get(record) ?? t('closed')}
        onClose={() => setOutcome(undefined)}
      />
    </>
  );
}
