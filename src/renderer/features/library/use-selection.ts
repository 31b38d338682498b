import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Selects or leaves one; with shift, everything from the last one touched to here. */
  toggle: (index: number, range?: boolean) => void;
  all: () => void;
  clear: () => void;
}

/** Which documents of a list are selected. What leaves the list leaves the selection. */
export function useSelection(items: readonly { _id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<number>(-1);
  const current = useRef(items);
  current.current = items;

  const toggle = useCallback((index: number, range = false): void => {
    setChosen((before) => {
      const next = new Set(before);
      const id = current.current[index]?._id;
      if (!id) return before;
      const adding = !next.has(id);
      const from = range && last.current >= 0 ? Math.min(last.current, index) : index;
      const to = range && last.current >= 0 ? Math.max(last.current, index) : index;
      for (const each of current.current.slice(from, to + 1)) {
        if (adding) next.add(each._id);
        else next.delete(each._id);
      }
      return next;
    });
    last.current = index;
  }, []);
  const all = useCallback(() => setChosen(new Set(current.current.map((each) => each._id))), []);
  const clear = useCallback(() => setChosen(new Set()), []);

  const ids = useMemo(
    () => new Set(items.filter((each) => chosen.has(each._id)).map((each) => each._id)),
    [items, chosen],
  );
  return { ids, toggle, all, clear };
}
