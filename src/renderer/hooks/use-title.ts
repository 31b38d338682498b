import { useEffect, useLayoutEffect } from 'react';

const write = (title: string | undefined): void => {
  document.title = title ? `${title} · Legajo` : 'Legajo';
};

/** The window's title: the screen's own part first, as tabs are narrow. */
export function useTitle(title: string | undefined): void {
  useEffect(() => write(title), [title]);
}

/** The title that a route gives its screen. Set before the screen's own effects, so that a title of its own wins. */
export function useRouteTitle(title: string): void {
  useLayoutEffect(() => write(title), [title]);
}
