import { useEffect } from 'react';

/** The window's title: the screen's own part first, as tabs are narrow. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Legajo` : 'Legajo';
  }, [title]);
}
