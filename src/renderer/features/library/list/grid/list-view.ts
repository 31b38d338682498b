import { z } from 'zod';
import { useStoredValue } from '../../../../hooks/stored-value.ts';

export const VIEWS = ['list', 'grid'] as const;
export type ListView = (typeof VIEWS)[number];
const view = z.enum(VIEWS);

/** How this person has documents shown: as rows, or as cards with a picture of their first page. */
export const useListView = () => useStoredValue<ListView>('list-view', view, 'list');
