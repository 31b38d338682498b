import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/platform/group-by.ts';
import { call } from '../../api/client.ts';
import { type BatchOptions, inBatches } from '../../api/in-batches.ts';
import { focusWhenThere } from '../../hooks/focus-when-there.ts';
import { toast } from '../toast.tsx';
import './catalogue.ts';

/** Small enough that a dialog can say how far it is, and stop. */
const PART = 20;

export interface MovableRecord {
  readonly _id: string;
  readonly group: { readonly _id: string };
  readonly folder: { readonly _id: string } | null;
}

export interface RecordPlace {
  readonly group: string;
  /** null: the root of the library. */
  readonly folder: string | null;
}

/**
 * Moves documents and says how that went. Within a library it can be undone; in another one they lose labels and rights,
 * which the way back would not bring again.
 *
 * @returns those that were moved
 * @throws what the server answers, where nothing was moved
 */
export function useMoveRecords() {
  const { t } = useTranslation();
  return useCallback(
    async (
      records: readonly MovableRecord[],
      place: RecordPlace,
      watch: Pick<BatchOptions, 'onProgress' | 'isStopped'> = {},
    ): Promise<string[]> => {
      /** @returns those that were moved */
      const move = async (some: readonly MovableRecord[], to: RecordPlace, options: BatchOptions) => {
        const items = some.map(({ _id }) => ({ record: _id }));
        const results = await inBatches(
          items,
          (part) => call('batchMove', { body: { items: part, ...to } }),
          options,
        );
        const refused = results.filter((each) => !each.ok);
        const [first] = refused;
        if (first?.error)
          toast.error(t('documents:move.failed', { count: refused.length }), first.error.message);
        const arrived = new Set(results.filter((each) => each.ok).map((each) => each.record));
        return some.filter((each) => arrived.has(each._id));
      };
      const undo = async (moved: readonly MovableRecord[]): Promise<void> => {
        // The message that had the focus is gone; the list has the document again in a moment.
        if (moved[0]) focusWhenThere({ href: `/records/view/${moved[0]._id}`, row: true });
        try {
          for (const [folder, some] of groupBy(moved, (each) => each.folder?._id ?? null)) {
            await move(some, { group: place.group, folder }, {});
          }
        } catch (error) {
          toast.error(t('documents:move.undoFailed'), error);
        }
      };
      const moved = await move(records, place, { size: PART, ...watch });
      const ids = moved.map(({ _id }) => _id);
      if (moved.length === 0) return ids;
      const done = watch.isStopped?.()
        ? t('documents:move.stopped', { count: moved.length, of: records.length })
        : t('documents:move.done', { count: moved.length });
      if (moved.every((each) => each.group._id === place.group)) toast.undo(done, () => void undo(moved));
      else toast.success(done);
      return ids;
    },
    [t],
  );
}
