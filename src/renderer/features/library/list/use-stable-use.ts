import { useCallback, useRef } from 'react';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import type { Carried } from '../carry/carried.ts';
import { useClipboard } from '../carry/clipboard.ts';
import { pointBelow, type RowUse } from './list-input.ts';
import type { Selection } from './use-selection.ts';

/** The documents that were cut and are not pasted yet. */
export function useCutIds(): ReadonlySet<string> {
  const waiting = useClipboard((state) => state.carried);
  return new Set(waiting?.kind === 'records' ? waiting.records.map((each) => each._id) : []);
}

/** Stable functions, so that a row is rendered again only when its own data change. */
export function useStableUse(
  selection: Selection,
  carry: ((item: SearchItem) => Carried | undefined) | undefined,
  use: RowUse | undefined,
) {
  const latest = useRef({ selection, carry, use });
  latest.current = { selection, carry, use };
  const select = useCallback(
    (row: number, range: boolean) => latest.current.selection.toggle(row, range),
    [],
  );
  const carryIt = useCallback((item: SearchItem) => latest.current.carry?.(item), []);
  const menu = useCallback(
    (row: number, button: Element) => latest.current.use?.onMenu(row, pointBelow(button)),
    [],
  );
  return { select, carry: carry && carryIt, menu: use && menu };
}
