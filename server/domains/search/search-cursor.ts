import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
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

/** The cursor for the page after this position. */
export const encode = (at: Position): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** @throws invalid if the cursor is malformed */
export function decode(cursor: string | undefined): Position | null {
  if (cursor === undefined) {
    return null;
  }
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw foreignCursor();
  }
}

const foreignCursor = () => invalid('cursor', 'El cursor no es válido.');

/** The position for an order. A cursor is valid only for the order that it was given with. */
export function afterOf(at: Position | null, sort: Sort): After | null {
  if (at === null) {
    return null;
  }
  const fits = KEY_SHAPES[sort.replace('-', '')]?.test(at.v) ?? !at.v.includes('\u0000');
  if (at.s !== sort || !fits) {
    throw foreignCursor();
  }
  return [at.v, at.r];
}
