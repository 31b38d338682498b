import { useSearchParams } from 'react-router-dom';
import { isDay } from '#shared/platform/days.ts';
import { BIN_KEPT, BIN_SORTS, type BinKept, type BinSort } from '#shared/retention/bin.ts';

/** The bin's filters as the URL has them; '' for a filter that is not set. */
export interface BinFilters {
  text: string;
  group: string;
  deletedBy: string;
  from: string;
  to: string;
  kept: BinKept | '';
  sort: BinSort;
}

const NAMES = ['text', 'group', 'deletedBy', 'from', 'to', 'kept', 'sort'] as const;

/** Reads and writes the bin's filters in the URL. Invalid values count as not set. */
export function useBinFilters() {
  const [params, setParams] = useSearchParams();
  const value = (name: string): string => params.get(name) ?? '';
  const day = (name: string): string => (isDay(value(name)) ? value(name) : '');
  const filters: BinFilters = {
    ...{ text: value('text'), group: value('group'), deletedBy: value('deletedBy') },
    ...{ from: day('from'), to: day('to') },
    kept: BIN_KEPT.find((each) => each === value('kept')) ?? '',
    sort: BIN_SORTS.find((each) => each === value('sort')) ?? 'newest',
  };
  const set = (changed: Partial<BinFilters>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, chosen] of Object.entries(changed)) {
          if (chosen && chosen !== 'newest') next.set(name, chosen);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const clear = (): void => set({ text: '', group: '', deletedBy: '', from: '', to: '', kept: '' });
  const filtered = NAMES.some((name) => name !== 'sort' && filters[name] !== '');
  return { filters, set, clear, filtered };
}
