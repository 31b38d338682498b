import { IconCircleCheck, IconDownload, IconFolderSymlink, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canDelete } from '#shared/access/deletion.ts';
import { nextStates } from '#shared/access/states.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { useUser } from '../../../api/session-store.ts';
import type { SelectionAction } from '../../../components/lists/selection-bar.tsx';
import type { Carried } from '../carry/carried.ts';
import { useLibraries } from '../queries.ts';
import { useDownload } from '../use-download.ts';

export type ListDialog = 'state' | 'move' | 'delete';

/** What a person may do with documents of a list: the one answer for the selection's bar, for menus and for keys. */
export interface ListActions {
  readonly of: (items: readonly SearchItem[]) => SelectionAction[];
  /** The items to drag or cut; undefined where they may not be moved. */
  readonly carry: (items: readonly SearchItem[]) => Carried | undefined;
  readonly deletable: (items: readonly SearchItem[]) => boolean;
}

/** @param ask opens a dialog about documents */
export function useListActions(ask: (dialog: ListDialog, items: readonly SearchItem[]) => void): ListActions {
  const { t } = useTranslation('library');
  const me = useUser();
  const libraries = useLibraries().data ?? [];
  const { download, isDownloading } = useDownload();
  const libraryOf = (group: string) => libraries.find((each) => each._id === group);
  const rolesOf = (group: string) => libraryOf(group)?.roles ?? [];
  const movable = (items: readonly SearchItem[]): boolean =>
    items.every((item) => rolesOf(item.group._id).includes('upload'));
  const deletable = (items: readonly SearchItem[]): boolean =>
    items.length > 0 &&
    items.every(({ face, group, authors }) =>
      canDelete({
        face,
        roles: rolesOf(group._id),
        isAuthor: authors.some(({ user }) => user._id === me._id),
        isAdmin: me.isAdmin,
        isArchived: Boolean(libraryOf(group._id)?.archivedAt),
      }),
    );
  return {
    deletable,
    carry: (records) => (records.length > 0 && movable(records) ? { kind: 'records', records } : undefined),
    // Offers only what the state graph and the person's roles allow. Whoever sees a document may download it.
    of: (items) => {
      const changeable = items.some((item) => nextStates(item.state, rolesOf(item.group._id)).length > 0);
      const dialog = (id: ListDialog, icon: SelectionAction['icon']): SelectionAction => ({
        id,
        label: t(`actions.${id}`),
        icon,
        onClick: () => ask(id, items),
      });
      return [
        {
          id: 'download',
          label: t('actions.download'),
          icon: IconDownload,
          busy: isDownloading,
          onClick: () => download({ records: items.map((item) => item._id) }),
        },
        ...(changeable ? [dialog('state', IconCircleCheck)] : []),
        ...(movable(items) ? [dialog('move', IconFolderSymlink)] : []),
        ...(deletable(items) ? [{ ...dialog('delete', IconTrash), danger: true }] : []),
      ];
    },
  };
}
