import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { useMoveRecords } from '../../../components/documents/move-records.ts';
import { toast } from '../../../components/toast.tsx';
import type { Carried, Place } from './carried.ts';

/** Moves the items into a folder, and offers to undo it. */
export function useMove(): (carried: Carried, place: Place) => Promise<void> {
  const { t } = useTranslation('library');
  const move = useMoveRecords();
  return useCallback(
    async (carried, place) => {
      const failed = (error: unknown): void => void toast.error(t('carry.failed'), error);
      try {
        if (carried.kind === 'folder') {
          const { _id: id, parent, name, rev } = carried.folder;
          const moved = await call('folderUpdate', { params: { id }, body: { parent: place.folder, rev } });
          toast.undo(t('carry.folderMoved', { name }), () => {
            call('folderUpdate', { params: { id }, body: { parent, rev: moved.rev } }).catch(failed);
          });
          return;
        }
        const elsewhere = carried.records.filter((each) => (each.folder?._id ?? null) !== place.folder);
        await move(elsewhere, place);
      } catch (error) {
        failed(error);
      }
    },
    [t, move],
  );
}
