import { z } from 'zod';
import { useStoredValue } from '../../../hooks/stored-value.ts';

/** Optional columns of a list of documents. Kind and name are always shown. */
export const COLUMNS = ['labels', 'state', 'author', 'documentType', 'size', 'date'] as const;
export type Column = (typeof COLUMNS)[number];

const USUAL: Column[] = ['labels', 'state', 'author', 'date'];
const columns = z.array(z.enum(COLUMNS));

/** The columns that the person chose, for all lists of documents. */
export function useColumns() {
  const [shown, setShown] = useStoredValue('columns', columns, USUAL);
  return {
    shown,
    toggle: (column: Column): void =>
      setShown((before) =>
        before.includes(column) ? before.filter((each) => each !== column) : [...before, column],
      ),
    reset: (): void => setShown(USUAL),
    isUsual: COLUMNS.every((each) => shown.includes(each) === USUAL.includes(each)),
  };
}
