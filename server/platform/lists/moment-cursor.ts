import { z } from 'zod';
import { invalid } from '../errors.ts';

/** Where a page of a list that is ordered by time ends: the moment and the id of its last row. */
export interface MomentPosition {
  readonly at: string;
  readonly id: string;
}

const position = z.object({ at: z.iso.datetime(), id: z.uuid() });

export const momentCursor = (at: Date, id: string): string =>
  Buffer.from(JSON.stringify({ at: at.toISOString(), id })).toString('base64url');

/** @throws invalid if the cursor is malformed */
export function readMomentCursor(cursor: string | undefined): MomentPosition | null {
  if (cursor === undefined) return null;
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalid('cursor', 'El cursor no es válido.');
  }
}
