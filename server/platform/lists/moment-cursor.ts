import { z } from 'zod';
import { createCursor } from './cursor.ts';

/** Where a page of a list that is ordered by time ends: the moment and the id of its last row. */
export interface MomentPosition {
  readonly at: string;
  readonly id: string;
}

const cursor = createCursor(z.object({ at: z.iso.datetime(), id: z.uuid() }));

export const momentCursor = (at: Date, id: string): string => cursor.encode({ at: at.toISOString(), id });

/** Null where there is no cursor. @throws invalid if the cursor is malformed */
export const readMomentCursor = (text: string | undefined): MomentPosition | null => cursor.decode(text);
