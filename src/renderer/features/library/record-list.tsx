import { IconCircleCheck, IconDownload, IconFolderSymlink } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibraryRole } from '#shared/domain/roles.ts';
import { nextStates } from '#shared/domain/states.ts';
import { BatchStateDialog } from '../../components/batch-state-dialog.tsx';
import { MoveDialog } from '../../components/move-dialog.tsx';
import { ErrorState, LoadingRows } from '../../components/screen-states.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import type { Carried } from './carried.ts';
import { cut, useCommandKeys } from './clipboard.ts';
import { useLibraries, type useRecords } from './queries.ts';
import { RecordTable } from './record-table.tsx';
import { useDownload } from './use-download.ts';
import { useSelection } from './use-selection.ts';

/** A list of documents with its four states and what can be done with those that are selected. */
export function RecordList({
  records,
  label,
  empty,
  withPlace = false,
  draggable = false,
}: {
  records: ReturnType<typeof useRecords>;
  label: string;
  empty: React.ReactNode;
  withPlace?: boolean;
  /** Whether there are folders about to drop documents on. */
  draggable?: boolean;
}) {
  const { t } = useTranslation('library');
  const { query, items } = records;
  const selection = useSelection(items);
  const [dialog, setDialog] = useState<'state' | 'move'>();
  const { fetchNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const chosen = items.filter((item) => selection.ids.has(item._id));
  const libraries = useLibraries().data ?? [];
  const rolesOf = (group: string): readonly LibraryRole[] =>
    libraries.find((each) => each._id === group)?.roles ?? [];
  const { download, isDownloading } = useDownload();
  // Offered is only what the graph and one's roles allow; whoever sees a document may download it.
  const changeable = chosen.some((item) => nextStates(item.state, rolesOf(item.group._id)).length > 0);
  const movable = chosen.every((item) => rolesOf(item.group._id).includes('upload'));
  const carry = (records: typeof items): Carried | undefined =>
    records.length > 0 && records.every((item) => rolesOf(item.group._id).includes('upload'))
      ? { kind: 'records', records }
      : undefined;
  useCommandKeys({
    cut: () => {
      const carried = carry(chosen);
      if (carried) {
        cut(carried);
        selection.clear();
      }
      return carried !== undefined;
    },
  });
  const close = (): void => {
    setDialog(undefined);
    selection.clear();
  };

  if (query.isPending) return <LoadingRows rows={10} height={38} />;
  if (query.isError && items.length === 0) {
    return <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (items.length === 0) return empty;
  return (
    <>
      <RecordTable
        items={items}
        selection={selection}
        hasMore={query.hasNextPage}
        onMore={more}
        label={label}
        withPlace={withPlace}
        selectable
        {...(draggable ? { carry: (item) => carry(selection.ids.has(item._id) ? chosen : [item]) } : {})}
      />
      {query.isFetchingNextPage && <LoadingRows rows={3} height={38} />}
      {query.isFetchNextPageError && <ErrorState title={t('failed')} error={query.error} onRetry={more} />}
      <SelectionBar
        count={selection.ids.size}
        onClear={selection.clear}
        actions={[
          {
            id: 'download',
            label: t('actions.download'),
            icon: IconDownload,
            busy: isDownloading,
            onClick: () => download({ records: chosen.map((item) => item._id) }),
          },
          ...(changeable
            ? [
                {
                  id: 'state',
                  label: t('actions.state'),
                  icon: IconCircleCheck,
                  onClick: () => setDialog('state'),
                },
              ]
            : []),
          ...(movable
            ? [
                {
                  id: 'move',
                  label: t('actions.move'),
                  icon: IconFolderSymlink,
                  onClick: () => setDialog('move'),
                },
              ]
            : []),
        ]}
      />
      <BatchStateDialog items={chosen} opened={dialog === 'state'} onClose={close} />
      <MoveDialog records={chosen} opened={dialog === 'move'} onClose={close} />
    </>
  );
}
