import { useEffect } from 'react';
import { z } from 'zod';
import { useStoredValue } from '../../../hooks/stored-value.ts';

const MOST_RECENT = 8;
/** Milliseconds after the last key before a search counts as made. */
const SETTLED_MS = 1500;

const texts = z.array(z.string());
const NONE: string[] = [];

/** The person's last searches on this computer, newest first. */
export function useRecentSearches(): { recent: readonly string[]; forget: () => void } {
  const [recent, setRecent] = useStoredValue('searches', texts, NONE);
  return { recent, forget: () => setRecent(NONE) };
}

/** Remembers a query that had results. */
export function useRemembered(text: string | undefined, found: boolean): void {
  const [, setRecent] = useStoredValue('searches', texts, NONE);
  useEffect(() => {
    if (!text || !found) return;
    const timer = setTimeout(
      () =>
        setRecent((before) =>
          // A prefix of the new query, such as "contr" before "contrato", is replaced by it.
          [text, ...before.filter((each) => !text.startsWith(each) && each !== text)].slice(0, MOST_RECENT),
        ),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [text, found, setRecent]);
}
