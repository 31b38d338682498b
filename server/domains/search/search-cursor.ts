import { z } from 'zod';
import { createCursor, invalidCursor } from '../../platform/lists/cursor.ts';
import type { After, Sort } from './search.queries.ts';

const position = z.object({
  s: z.string(),
  v: z.string().max(600),
  r: z.uuid(),
  /** The corrected text that was searched for instead of what was typed. */
  t: z.string().max(600).optional(),
});
const KEY_SHAPES: Readonly<Record<string, RegExp>> = {
  relevance: /^\d{1,9} \d{4}-\d\d-\d\d$/,
  date: /^\d{4}-\d\d-\d\d$/,
  updatedAt: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/,
};

export type Position = z.output<typeof position>;

/** Where a page of what was found ends. */
export const searchCursor = createCursor(position);

/** A cursor belongs to the order that it was given with. @throws invalid for one of another order */
export function afterOf(at: Position | null, sort: Sort): After | null {
  if (at === null) {
    return null;
  }
  const fits = KEY_SHAPES[sort.replace('-', '')]?.test(at.v) ?? !at.v.includes('\u0000');
  if (at.s !== sort || !fits) {
    throw invalidCursor();
  }
  return [at.v, at.r];
}
