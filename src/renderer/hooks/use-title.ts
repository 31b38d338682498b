import { useEffect, useLayoutEffect } from 'react';

const write = (title: string | undefined): void => {
  document.title = title ? `${title} · Legajo` : 'Legajo';
};

/** Sets the window's title: the screen's own part first, because tabs are narrow. */
export function useTitle(title: string | undefined): void {
  useEffect(() => write(title), [title]);
}

/** Sets the title of a route's screen. It runs before the screen's own effects, so that a title of its own wins. */
export function useRouteTitle(title: string | undefined): void {
  useLayoutEffect(() => write(title), [title]);
}
