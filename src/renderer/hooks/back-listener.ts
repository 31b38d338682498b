type Listener = (event: PopStateEvent) => void;

let heard: Listener | undefined;

/**
 * Must be called before the router is made: a window calls its listeners in the order in which they were added, also
 * those that capture. What listens is loaded after the first screen (`sheet-history.ts`).
 */
export const listenBeforeRouter = (): void => addEventListener('popstate', (event) => heard?.(event));

/** Sets what hears of every step back or forward before the router does. */
export const setBackListener = (listener: Listener): void => {
  heard = listener;
};
