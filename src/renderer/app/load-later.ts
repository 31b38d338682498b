import { queryClient } from '../api/query-client.ts';
import { wantLater } from '../hooks/later.ts';
import { whenScreenLoaded } from './lazy-screen.tsx';
import { keepApp } from './service-worker.ts';

/** Milliseconds after which the later parts are loaded although the first screen still waits for its data. */
const LONGEST_MS = 4_000;

/** Resolves once nothing is being fetched, or after `LONGEST_MS`. */
const whenQuiet = (): Promise<void> =>
  new Promise((quiet) => {
    const end = (): void => {
      clearTimeout(longest);
      unwatch();
      quiet();
    };
    // A screen asks again for what its first answers name: looked at after it has had its turn.
    const look = (): void => void setTimeout(() => queryClient.isFetching() === 0 && end());
    const unwatch = queryClient.getQueryCache().subscribe(look);
    const longest = setTimeout(end, LONGEST_MS);
    look();
  });

/** Loads what nobody sees at first, once the first screen stands, or where no screen comes. */
export async function loadLater(): Promise<void> {
  await Promise.race([whenScreenLoaded, new Promise((late) => setTimeout(late, LONGEST_MS))]);
  await whenQuiet();
  keepApp();
  // Not in the way of what the first screen draws.
  if ('requestIdleCallback' in window) requestIdleCallback(wantLater, { timeout: LONGEST_MS });
  else wantLater();
}
