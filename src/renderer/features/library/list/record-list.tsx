import { IconCircleCheck, IconDownload, IconFolderSymlink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibraryRole } from '#shared/access/roles.ts';
import { nextStates } from '#shared/access/states.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { BatchStateDialog } from '../../../components/documents/batch-state-dialog.tsx';
import { MoveDialog } from '../../../components/documents/move-dialog.tsx';
import { SelectionBar } from '../../../components/lists/selection-bar.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import type { Carried } from '../carry/carried.ts';
import { cut, useCommandKeys } from '../carry/clipboard.ts';
import { useLibraries } from '../queries.ts';
import { useDownload } from '../use-download.ts';
import { RecordTable } from './record-table.tsx';
import type { RecordPages } from './use-records.ts';
import { useSelection } from './use-selection.ts';

/** A list of documents with its loading, empty and error states, and the actions for selected documents. */
export function RecordList({
  records,
  label,
  empty,
  withPlace = false,
  draggable = false,
}: {
  records: RecordPages;
  label: string;
  empty: React.ReactNode;
  withPlace?: boolean;
  /** Whether folders are shown beside it, so that documents can be dropped on them. */
  draggable?: boolean;
}) {
  const { t } = useTranslation('library');
  const selection = useSelection(records);
  const [dialog, setDialog] = useState<'state' | 'move'>();
  const chosen = selection.items;
  const libraries = useLibraries().data ?? [];
  const rolesOf = (group: string): readonly LibraryRole[] =>
    libraries.find((each) => each._id === group)?.roles ?? [];
  const { download, isDownloading } = useDownload();
  // Offers only what the state graph and the person's roles allow. Whoever sees a document may download it.
  const changeable = chosen.some((item) => nextStates(item.state, rolesOf(item.group._id)).length > 0);
  const movable = chosen.every((item) => rolesOf(item.group._id).includes('upload'));
  const carry = (records: readonly SearchItem[]): Carried | undefined =>
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

  if (records.isPending) return <LoadingRows rows={10} height={38} />;
  if (records.error) {
    return <ErrorState title={t('failed')} error={records.error} onRetry={records.retry} />;
  }
  if (records.count === 0) return empty;
  return (
    <>
      <RecordTable
        rows={records}
        selection={selection}
        label={label}
        withPlace={withPlace}
        selectable
        {...(draggable ? { carry: (item) => carry(selection.ids.has(item._id) ? chosen : [item]) } : {})}
      />
      {records.isFetchingMore && <LoadingRows rows={3} height={38} />}
      {records.pageError && (
        <ErrorState title={t('failed')} error={records.pageError} onRetry={records.retry} />
      )}
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
