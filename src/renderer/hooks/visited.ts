import { useEffect } from 'react';
import { z } from 'zod';
import { useStoredValue } from './stored-value.ts';

const MOST_VISITED = 12;

const ids = z.array(z.string());
const NONE: string[] = [];

/** The documents that this person opened last on this computer, the latest first. Only ids are stored. */
export const useVisited = () => useStoredValue('visited', ids, NONE)[0];

/** Notes a document as the one opened last. */
export function useVisit(record: string): void {
  const [, setVisited] = useStoredValue('visited', ids, NONE);
  useEffect(() => {
    setVisited((before) => [record, ...before.filter((each) => each !== record)].slice(0, MOST_VISITED));
  }, [record, setVisited]);
}
