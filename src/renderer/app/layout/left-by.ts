import type { SyntheticEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { LinkOrRow } from '../../hooks/focus-when-there.ts';

/** The link or row by which each page was last left, by the page's history entry. */
export const leftBy = new Map<string, LinkOrRow>();

/**
 * Handlers for the main part of the page, which remember the link or row by which each page is left (`FocusReturn`).
 * Part of the first load: a quick person leaves the first page before the later parts are there.
 */
export function useLeftBy() {
  const { key } = useLocation();
  const note = ({ target }: SyntheticEvent): void => {
    const element = target as Element;
    const row = element.closest('[data-row]');
    const href = (element.closest('a[href]') ?? row?.querySelector('a[href]'))?.getAttribute('href');
    if (href) leftBy.set(key, { href, row: !!row });
  };
  // A mouse opens a row without focusing it.
  return { onFocusCapture: note, onClickCapture: note };
}
