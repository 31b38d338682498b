import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { BatchStateDialog } from '../../../components/documents/batch-state-dialog.tsx';
import { MoveDialog } from '../../../components/documents/move-dialog.tsx';
import { SelectionBar } from '../../../components/lists/selection-bar.tsx';
import { ErrorState } from '../../../components/page/screen-states.tsx';
import type { RowKeys } from '../../../hooks/rows/use-row-keys.ts';
import { useShell } from '../../../hooks/shell-actions.ts';
import { cut, useCommandKeys } from '../carry/clipboard.ts';
import { useListView } from './grid/list-view.ts';
import { RecordGrid } from './grid/record-grid.tsx';
import { type ListDialog, useListActions } from './list-actions.ts';
import { LoadingList } from './loading-list.tsx';
import { RecordTable } from './record-table.tsx';
import type { RecordPages } from './use-records.ts';
import { useRowUse } from './use-row-use.ts';
import { useSelection } from './use-selection.ts';
import { useWholeList } from './use-whole-list.ts';

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }));

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
  const { QuickLook, DeleteDialog } = useShell().documents;
  const selection = useSelection(records);
  const [view] = useListView();
  const Shown = view === 'grid' ? RecordGrid : RecordTable;
  const keys = useRef<Pick<RowKeys, 'focus' | 'reveal'>>(null);
  const [asked, setAsked] = useState<Asked>();
  const ask = (dialog: ListDialog, items: readonly SearchItem[]): void => setAsked({ dialog, items });
  const actions = useListActions(ask);
  const whole = useWholeList(records, selection);
  const { use, menu, setMenu, look, setLook } = useRowUse(records, selection, actions, ask, whole.all);
  const chosen = selection.items;
  const [closing, setClosing] = useState<Asked>();
  useCommandKeys({
    cut: () => {
      const carried = actions.carry(chosen);
      if (carried) {
        cut(carried);
        selection.clear();
      }
      return carried !== undefined;
    },
  });
  // What was decided about is no longer selected; a selection that was not asked about stays.
  const release = (): void => {
    if (about.some((item) => selection.ids.has(item._id))) selection.clear();
  };
  // The list changes while documents are being moved or deleted from it.
  const latest = useRef(records);
  latest.current = records;
  const releaseGone = (gone: readonly string[]): void => {
    // What was not reached stays selected, where somebody stopped it: it can go on.
    selection.drop(gone);
    const left = about.find(({ _id }) => !gone.includes(_id))?._id;
    if (!left) return;
    const now = latest.current;
    let row = 0;
    while (row < now.count && now.at(row)?._id !== left) row += 1;
    // While the dialog closes: what opened it, the bar of the selection, is still there and would have it otherwise.
    keys.current?.focus(row);
  };
  const close = (): void => {
    setClosing(asked);
    setAsked(undefined);
  };
  const about = (asked ?? closing)?.items ?? NONE;
  /** What a dialog, a menu or the bar leaves behind has no focus any more: it goes back to the list. */
  const restoreFocus = (row?: number): void => {
    if (!isFocusLost()) return;
    keys.current?.focus(row);
    // There is no list any more, or it is just going.
    if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true });
  };
  const step = (by: 1 | -1): void => {
    if (!look) return;
    const row = Math.max(0, Math.min(look.row + by, records.count - 1));
    setLook({ opened: true, row });
    keys.current?.reveal(row);
  };

  if (records.isPending) return <LoadingList rows={10} withPlace={withPlace} />;
  if (records.error) {
    return <ErrorState title={t('failed')} error={records.error} onRetry={records.retry} />;
  }
  return (
    <>
      {records.count === 0 && empty}
      {records.count > 0 && (
        <Shown
          rows={records}
          selection={selection}
          label={label}
          withPlace={withPlace}
          selectable
          use={use}
          keys={keys}
          {...(draggable
            ? { carry: (item: SearchItem) => actions.carry(selection.ids.has(item._id) ? chosen : [item]) }
            : {})}
        />
      )}
      {records.isFetchingMore && <LoadingList rows={3} withPlace={withPlace} />}
      {records.pageError && (
        <ErrorState title={t('failed')} error={records.pageError} onRetry={records.retry} />
      )}
      <SelectionBar
        count={selection.ids.size}
        onClear={() => {
          selection.clear();
          keys.current?.focus();
        }}
        actions={chosen.length > 0 ? actions.of(chosen) : []}
        more={whole.more}
      />
      <BatchStateDialog
        items={about}
        seen={selection.seen}
        opened={asked?.dialog === 'state'}
        onClose={close}
        onDone={release}
        onClosed={restoreFocus}
      />
      <MoveDialog
        records={about}
        opened={asked?.dialog === 'move'}
        onClose={close}
        onDone={releaseGone}
        onClosed={restoreFocus}
      />
      <Suspense>
        {(asked ?? closing)?.dialog === 'delete' && (
          <DeleteDialog
            records={about}
            opened={asked?.dialog === 'delete'}
            onClose={close}
            onDone={releaseGone}
            onClosed={restoreFocus}
          />
        )}
        {menu && (
          <RowMenu
            items={menu.items}
            point={menu.point}
            actions={actions.of(menu.items)}
            onLook={() => use.onLook(menu.row)}
            onClose={() => {
              // Before it goes, while it still has the focus.
              restoreFocus(menu.row);
              setMenu(undefined);
            }}
          />
        )}
        {look && (
          <QuickLook
            opened={look.opened}
            item={records.at(look.row)}
            at={look.row}
            count={records.count}
            total={records.total}
            onStep={step}
            onClose={() => {
              setLook({ ...look, opened: false });
              keys.current?.focus(look.row);
            }}
            onClosed={() => restoreFocus(look.row)}
          />
        )}
      </Suspense>
    </>
  );
}

const NONE: readonly SearchItem[] = [];

interface Asked {
  readonly dialog: ListDialog;
  readonly items: readonly SearchItem[];
}

const isFocusLost = (): boolean => {
  const here = document.activeElement;
  return !here || here === document.body || here.closest('[role="dialog"], [role="menu"]') !== null;
};
