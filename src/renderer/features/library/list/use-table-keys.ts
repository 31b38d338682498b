import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import type { Rows } from './use-records.ts';
import type { Selection } from './use-selection.ts';

/** j and k move, o opens, x selects where there is anything to select for. */
export function useTableKeys(rows: Rows, selection: Selection | undefined): { at: number } {
  const navigate = useNavigate();
  const [at, setAt] = useState(-1);
  const here = Math.min(at, rows.count - 1);
  const open = (): void => {
    const item = rows.at(here);
    if (item) void navigate(`/records/view/${item._id}`);
  };
  useShortcuts({
    j: () => setAt(Math.min(here + 1, rows.count - 1)),
    k: () => setAt(Math.max(here - 1, 0)),
    x: () => here >= 0 && selection?.toggle(here),
    o: open,
  });
  return { at: here };
}
