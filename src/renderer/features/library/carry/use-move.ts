import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/platform/group-by.ts';
import { call } from '../../../api/client.ts';
import { toast } from '../../../components/toast.tsx';
import type { Carried, CarriedRecord, Place } from './carried.ts';

/** Moves documents to one place. @returns those that were moved */
async function moveRecords(
  records: readonly CarriedRecord[],
  place: Place,
  failed: (count: number) => string,
) {
  const { results } = await call('batchMove', {
    body: { items: records.map(({ _id }) => ({ record: _id })), ...place },
  });
  const refused = results.filter((each) => !each.ok);
  const [first] = refused;
  if (first?.error) toast.error(failed(refused.length), first.error.message);
  const arrived = new Set(results.filter((each) => each.ok).map((each) => each.record));
  return records.filter((each) => arrived.has(each._id));
}

/** Moves the items into a folder, and offers to undo it. */
export function useMove(): (carried: Carried, place: Place) => Promise<void> {
  const { t } = useTranslation('library');
  return useCallback(
    async (carried, place) => {
      const failed = (error: unknown): void => void toast.error(t('carry.failed'), error);
      const refused = (count: number): string => t('common:move.failed', { count });
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
        const moved = await moveRecords(elsewhere, place, refused);
        if (moved.length === 0) return;
        toast.undo(t('common:move.done', { count: moved.length }), () => {
          const from = groupBy(moved, (each) => each.folder?._id ?? null);
          const back = [...from].map(([folder, records]) =>
            moveRecords(records, { group: place.group, folder }, refused),
          );
          Promise.all(back).catch(failed);
        });
      } catch (error) {
        failed(error);
      }
    },
    [t],
  );
}
