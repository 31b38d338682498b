import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Follows the links of a grid's cells inside the app. One listener for all of them: hundreds of cells that each listen
 * to the address cost more than everything else that the page draws. Links that lead elsewhere go their own way.
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
