import { useEffect } from 'react';
import { z } from 'zod';
import { useStoredValue } from '../../../hooks/stored-value.ts';

const MOST_RECENT = 8;
/** Somebody who still types has not searched yet. */
const SETTLED_MS = 1500;

const texts = z.array(z.string());
const NONE: string[] = [];

/** What this person searched for last on this computer, the latest first. */
export function useRecentSearches(): { recent: readonly string[]; forget: () => void } {
  const [recent, setRecent] = useStoredValue('searches', texts, NONE);
  return { recent, forget: () => setRecent(NONE) };
}

/** Remembers a text that was searched for and found something. */
export function useRemembered(text: string | undefined, found: boolean): void {
  const [, setRecent] = useStoredValue('searches', texts, NONE);
  useEffect(() => {
    if (!text || !found) return;
    const timer = setTimeout(
      () =>
        setRecent((before) =>
          // "contr" on the way to "contrato" was no search of its own.
          [text, ...before.filter((each) => !text.startsWith(each) && each !== text)].slice(0, MOST_RECENT),
        ),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [text, found, setRecent]);
}
