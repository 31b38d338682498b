import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { toast } from '../../../components/toast.tsx';
import type { ListActions, ListDialog } from './list-actions.ts';
import type { Point, RowUse } from './list-input.ts';
import type { Rows } from './use-records.ts';
import type { Selection } from './use-selection.ts';

interface OpenMenu {
  readonly row: number;
  readonly items: readonly SearchItem[];
  readonly point: Point;
}

/** The menu and the quick look of a list's rows, and the keys that lead to them. */
export function useRowUse(
  rows: Rows,
  selection: Selection,
  actions: ListActions,
  ask: (dialog: ListDialog, items: readonly SearchItem[]) => void,
  onAll: () => void,
) {
  const { t } = useTranslation('library');
  const [menu, setMenu] = useState<OpenMenu>();
  const [look, setLook] = useState<{ readonly opened: boolean; readonly row: number }>();
  /** What a row stands for: the whole selection that it belongs to, or its document alone. */
  const itemsOf = (row: number): readonly SearchItem[] => {
    const item = rows.at(row);
    if (!item) return [];
    return selection.ids.has(item._id) ? selection.items : [item];
  };
  const use: RowUse = {
    onAll,
    onMenu: (row, point) => {
      const items = itemsOf(row);
      // Drawn once the event that asks for it is over: opened a second time by a key, it closed at once otherwise.
      if (items.length > 0) setTimeout(() => setMenu({ row, items, point }));
    },
    onLook: (row) => setLook({ opened: true, row }),
    onDelete: (row) => {
      const items = itemsOf(row);
      if (actions.deletable(items)) ask('delete', items);
      else if (items.length > 0) toast.info(t('actions.cannotDelete'));
    },
  };
  return { use, menu, setMenu, look, setLook };
}
