import { useSearchParams } from 'react-router-dom';

const STATES = ['open', 'archived', 'all'] as const;
export type State = (typeof STATES)[number];

/** The filters of the list, which are kept in the URL. */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const state = STATES.find((each) => each === params.get('state')) ?? 'open';
  const filters = {
    text: params.get('q') ?? '',
    department: params.get('department'),
    state,
    sort: params.get('sort'),
  };
  const set = (name: 'q' | 'department' | 'state' | 'sort', value: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return {
    filters,
    set,
    filtered: filters.text !== '' || filters.department !== null || state !== 'open',
    /** Clears all filters; the sort order stays. */
    clear: (): void =>
      setParams(
        (before) => {
          const next = new URLSearchParams({ state: 'all' });
          const sort = before.get('sort');
          if (sort) next.set('sort', sort);
          return next;
        },
        { replace: true },
      ),
  };
}
