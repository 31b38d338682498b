import { useCallback, useMemo, useRef, useState } from 'react';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { rangeChange } from './selection-range.ts';
import type { Rows } from './use-records.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** The selected documents in list order, as fresh as they are loaded. */
  items: readonly SearchItem[];
  /** A selected document as it was when it was selected: what its person saw. */
  seen: (id: string) => SearchItem | undefined;
  /** Toggles one document; with shift, all from the last one toggled to this one. */
  toggle: (row: number, range?: boolean) => void;
  /**
   * Selects from the row that was toggled last to this one, and lets go of what the range had before beyond it. Where
   * nothing was toggled, the range begins at `from`.
   */
  extend: (row: number, from: number) => void;
  /** Selects what is loaded. */
  all: () => void;
  /** Selects the first documents of the list, loaded before or not, and nothing else. */
  choose: (items: readonly SearchItem[]) => void;
  /** Lets go of documents. */
  drop: (ids: readonly string[]) => void;
  clear: () => void;
}

const NONE: readonly SearchItem[] = [];

interface Chosen {
  readonly item: SearchItem;
  readonly row: number;
}

/** The selected documents of a list. A document that leaves the list leaves the selection. */
export function useSelection(rows: Rows): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const last = useRef<number>(-1);
  /** The other end of the range that `extend` made. */
  const end = useRef<number>(-1);
  const current = useRef(rows);
  current.current = rows;

  const toggle = useCallback((row: number, range = false): void => {
    const { at, between } = current.current;
    const touched = at(row);
    if (!touched) return;
    const from = range && last.current >= 0 ? Math.min(last.current, row) : row;
    const to = range && last.current >= 0 ? Math.max(last.current, row) : row;
    const touchedToo = between(from, to);
    setChosen((before) => {
      const next = new Map(before);
      const adding = !next.has(touched._id);
      touchedToo.forEach((item, place) => {
        if (adding) next.set(item._id, { item, row: from + place });
        else next.delete(item._id);
      });
      return next;
    });
    last.current = row;
    end.current = row;
  }, []);
  const extend = useCallback((row: number, from: number): void => {
    const { between } = current.current;
    const anchor = last.current >= 0 ? last.current : from;
    const { select, drop } = rangeChange(anchor, end.current >= 0 ? end.current : anchor, row);
    const added = between(...select);
    const dropped = drop.flatMap((each) => between(...each));
    setChosen((before) => {
      const next = new Map(before);
      for (const { _id } of dropped) next.delete(_id);
      added.forEach((item, place) => {
        next.set(item._id, { item, row: select[0] + place });
      });
      return next;
    });
    last.current = anchor;
    end.current = row;
  }, []);
  const choose = useCallback((items: readonly SearchItem[]): void => {
    setChosen(new Map(items.map((item, row) => [item._id, { item, row }])));
  }, []);
  const all = useCallback(() => {
    const { between, count } = current.current;
    choose(between(0, count - 1));
  }, [choose]);
  const drop = useCallback((ids: readonly string[]): void => {
    setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
    last.current = -1;
    end.current = -1;
  }, []);
  const clear = useCallback(() => {
    setChosen(new Map());
    last.current = -1;
    end.current = -1;
  }, []);

  const items = useMemo(() => {
    if (chosen.size === 0) return NONE;
    const fresh = new Map(rows.fresh.map((item) => [item._id, item]));
    return [...chosen.values()]
      .sort((one, other) => one.row - other.row)
      .flatMap(({ item, row }) => {
        const now = fresh.get(item._id);
        if (now) return [now];
        const instead = rows.at(row);
        const isGone = instead ? instead._id !== item._id : row >= rows.count && !rows.hasMore;
        return isGone ? [] : [item];
      });
  }, [rows, chosen]);
  const ids = useMemo(() => new Set(items.map(({ _id }) => _id)), [items]);
  const seen = (id: string): SearchItem | undefined => chosen.get(id)?.item;
  return { ids, items, seen, toggle, extend, all, choose, drop, clear };
}
