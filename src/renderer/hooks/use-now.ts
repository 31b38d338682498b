import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time, updated once a minute: one clock for all texts such as "hace 12 min". */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
