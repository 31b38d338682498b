import { routeOf } from './deep-link.ts';

/** No page of the app: what a link leads to that leads nowhere. The page says so (renderer/app/go-from-outside.ts). */
const NOWHERE = '/enlace';

/**
 * Where the window is to go by what comes from outside it: links, the system's notices. What comes before the page
 * listens waits for it.
 *
 * @param tell takes a route to the page
 */
export function createLinks(tell: (route: string) => void) {
  let waiting: string | null = null;
  let listening = false;

  const go = (route: string): void => {
    if (listening) tell(route);
    else waiting = route;
  };
  return {
    go,
    /** A link as the system hands it over, from whoever could make a person click; undefined where there is none. */
    open: (link: string | undefined): void => {
      if (link) go(routeOf(link) ?? NOWHERE);
    },
    /** The page listens from now on; it takes what came before. */
    take(): string | null {
      listening = true;
      const route = waiting;
      waiting = null;
      return route;
    },
    /** Another page is being loaded. */
    left(): void {
      listening = false;
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
