import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MoreToSelect } from '../../../components/lists/selection-bar.tsx';
import { toast } from '../../../components/toast.tsx';
import type { RecordPages } from './use-records.ts';
import type { Selection } from './use-selection.ts';

/** The largest selection: its actions go to the server in a handful of calls. */
const SELECTED_MAX = 1000;

/**
 * Selecting a list of which only the first pages are loaded: first those, as one sees them; asked once more, the rest.
 */
export function useWholeList(records: RecordPages, selection: Selection) {
  const { t } = useTranslation('library');
  const [isLoading, setLoading] = useState(false);
  const shown = useRef(records);
  shown.current = records;
  const { total, hasMore, count } = records;
  const size = selection.ids.size;
  const isKnown = total !== undefined && !total.more && total.count <= SELECTED_MAX;
  const isMore = hasMore && size >= count && size < (isKnown ? total.count : SELECTED_MAX);

  async function selectRest(): Promise<void> {
    setLoading(true);
    try {
      const items = await records.loadFirst(SELECTED_MAX);
      // While it was loading, the list may have become another one.
      if (shown.current.layout === records.layout) selection.choose(items);
    } catch (error) {
      toast.error(t('whole.failed'), error);
    } finally {
      setLoading(false);
    }
  }
  const more: MoreToSelect | undefined = isMore
    ? {
        label: isKnown ? t('whole.all', { count: total.count }) : t('whole.first', { count: SELECTED_MAX }),
        onClick: () => void selectRest(),
        busy: isLoading,
      }
    : undefined;
  return {
    /** What the bar offers while only the loaded documents are selected. */
    more,
    /** Ctrl+A. */
    all: (): void => {
      if (!isMore) selection.all();
      else if (!isLoading) void selectRest();
    },
  };
}
