import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A position in a grid; column 0 is the head of the row. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

const PAGE = 10;

/**
 * The target of a key from a position, in a grid with this many rows and columns; undefined where the key does not
 * navigate.
 */
export function moved(
  { row, column }: Place,
  key: string,
  whole: boolean,
  size: { rows: number; columns: number },
): Place | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const to = (place: Place): Place => ({
    row: Math.min(Math.max(place.row, 0), last.row),
    column: Math.min(Math.max(place.column, 0), last.column),
  });
  switch (key) {
    case 'ArrowLeft':
      return to({ row, column: column - 1 });
    case 'ArrowRight':
      return to({ row, column: column + 1 });
    case 'ArrowUp':
      return to({ row: row - 1, column });
    case 'ArrowDown':
      return to({ row: row + 1, column });
    case 'PageUp':
      return to({ row: row - PAGE, column });
    case 'PageDown':
      return to({ row: row + PAGE, column });
    case 'Home':
      return { row: whole ? 0 : row, column: 0 };
    case 'End':
      return { row: whole ? last.row : row, column: last.column };
    default:
      return undefined;
  }
}

/** The ARIA grid pattern: Tab stops once, arrow keys move between cells. Cells have `data-place="row:column"`. */
export function useGridKeys({
  grid,
  rows,
  columns,
  reveal,
}: {
  grid: RefObject<HTMLElement | null>;
  rows: number;
  columns: number;
  /** Renders a row that is outside the view. */
  reveal: (row: number) => void;
}) {
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const wanted = useRef(false);
  const here = { row: Math.min(at.row, rows - 1), column: Math.min(at.column, columns - 1) };

  // A row that was far away is rendered a frame or two later.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    let tries = 0;
    let frame = 0;
    const look = (): void => {
      const cell = grid.current?.querySelector<HTMLElement>(`[data-place="${at.row}:${at.column}"]`);
      if (cell) {
        wanted.current = false;
        cell.focus({ preventScroll: false });
      } else if (tries < 10) {
        tries += 1;
        frame = requestAnimationFrame(look);
      }
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [at, grid]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || rows === 0) return;
    const next = moved(here, event.key, event.ctrlKey, { rows, columns });
    if (!next) return;
    event.preventDefault();
    wanted.current = true;
    reveal(next.row);
    setAt(next);
  };
  /** The position follows a click, or focus that came another way. */
  const onFocus = (event: { target: EventTarget }): void => {
    const place = (event.target as HTMLElement).dataset.place?.split(':').map(Number);
    if (place?.length === 2) {
      const [row = 0, column = 0] = place;
      if (row !== here.row || column !== here.column) setAt({ row, column });
    }
  };
  return { at: here, onKeyDown, onFocus };
}
