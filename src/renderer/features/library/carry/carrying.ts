import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { useShell } from '../../../hooks/shell-actions.ts';
import { type Carried, canPut } from './carried.ts';
import { clearClipboard, cut, useClipboard } from './clipboard.ts';
import { useMove } from './use-move.ts';

/** What the tree and the list of one library can do with dragged or cut items, and with files from the desktop. */
export interface Carrying {
  readonly writes: boolean;
  readonly accepts: (carried: Carried, folder: string | null) => boolean;
  readonly put: (carried: Carried, folder: string | null) => void;
  /** Opens the wizard for a folder; undefined where nothing can be uploaded. */
  readonly upload: ((files: File[], folder: string | null) => void) | undefined;
  readonly cut: (folder: Folder) => void;
  /**
   * Moves the cut items into a folder (null: the root). @returns false where nothing was cut, or it may not go there
   */
  readonly paste: (folder: Folder | null) => boolean;
  readonly isCut: (folder: Folder) => boolean;
  readonly words: (carried: Carried) => string;
}

export function useCarrying(group: string, folders: readonly Folder[], writes: boolean): Carrying {
  const { t } = useTranslation('library');
  const { openUpload } = useShell();
  const move = useMove();
  const waiting = useClipboard((state) => state.carried);
  return useMemo(() => {
    const accepts = (carried: Carried, folder: string | null): boolean =>
      writes && canPut(carried, { group, folder }, folders);
    const put = (carried: Carried, folder: string | null): void => void move(carried, { group, folder });
    return {
      writes,
      accepts,
      put,
      upload: writes && openUpload ? (files, folder) => openUpload({ group, folder, files }) : undefined,
      cut: (folder) => {
        if (writes) cut({ kind: 'folder', folder });
      },
      paste: (folder) => {
        const target = folder?._id ?? null;
        if (!waiting || !accepts(waiting, target)) return false;
        clearClipboard();
        put(waiting, target);
        return true;
      },
      isCut: (folder) => waiting?.kind === 'folder' && waiting.folder._id === folder._id,
      words: (carried) =>
        carried.kind === 'folder'
          ? carried.folder.name
          : carried.records.length === 1
            ? (carried.records[0]?.title ?? '')
            : t('carry.records', { count: carried.records.length }),
    };
  }, [group, folders, writes, openUpload, move, waiting, t]);
}
