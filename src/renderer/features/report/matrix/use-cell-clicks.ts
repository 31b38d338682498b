import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Handles clicks on the links of a grid's cells with the router. One listener for all: hundreds of link components that
 * each subscribe to the URL cost more than the rest of the page. External links are left to the browser.
 */
export function useCellClicks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = (event.target as Element).closest('[role="gridcell"] a')?.getAttribute('href');
    if (!href?.startsWith('?')) return;
    event.preventDefault();
    void navigate({ search: href });
  };
}
