import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShortcuts } from './use-shortcuts.ts';

/**
 * The keys of a list: j and k move between rows, o opens, x selects where rows can be selected.
 * @returns the current row; -1 until a key was pressed
 */
export function useRowKeys({
  count,
  to,
  select,
}: {
  count: number;
  /** The address of a row. */
  to: (row: number) => string | undefined;
  select?: ((row: number) => void) | undefined;
}): number {
  const navigate = useNavigate();
  const [at, setAt] = useState(-1);
  const here = Math.min(at, count - 1);
  const open = (): void => {
    const path = here >= 0 ? to(here) : undefined;
    if (path) void navigate(path);
  };
  useShortcuts({
    j: () => setAt(Math.min(here + 1, count - 1)),
    k: () => setAt(Math.max(here - 1, 0)),
    x: () => here >= 0 && select?.(here),
    o: open,
  });
  return here;
}
