import type { createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;
type Listener = (event: PopStateEvent) => void;

let heard: Listener | undefined;
let router: Router | undefined;

/**
 * Makes the router, and hears every step back or forward before it does: a window calls its listeners in the order in
 * which they were added, also those that capture. What listens is loaded after the first screen (`sheet-history.ts`).
 */
export function listenBefore(make: () => Router): Router {
  addEventListener('popstate', (event) => heard?.(event));
  router = make();
  return router;
}

/**
 * Sets what hears of every step back or forward before the router does.
 * @param onPlace called with the key of the location that the router is at, now and when it has come to another
 */
export function setBackListener(listener: Listener, onPlace: (key: string) => void): void {
  heard = listener;
  if (!router) return;
  onPlace(router.state.location.key);
  router.subscribe(({ location }) => onPlace(location.key));
}
