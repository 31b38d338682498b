import type { z } from 'zod';
import { type ApiError, invalid } from '../errors.ts';
import { t } from '../texts.ts';

/** Where a page of a list ends, as the text that the next page is asked for with. */
export interface Cursor<Schema extends z.ZodType> {
  /** The text for a position. Clients keep it: a key of the position that is renamed ends every cursor that is out. */
  encode(position: Readonly<z.input<Schema>>): string;
  /** Null where there is no cursor: the first page. @throws invalid if the cursor is malformed */
  decode(cursor: string | undefined): z.output<Schema> | null;
}

/**
 * The cursors of one list: base64url of the position as JSON.
 * @param schema what a position must be; a cursor comes from outside, so bound every text in it
 * @param field the request's field that carries the cursor; the error names it
 */
export function createCursor<Schema extends z.ZodType>(schema: Schema, field = 'cursor'): Cursor<Schema> {
  return {
    encode: (position) => Buffer.from(JSON.stringify(position)).toString('base64url'),
    decode(cursor) {
      if (cursor === undefined) return null;
      try {
        return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
      } catch {
        throw invalidCursor(field);
      }
    },
  };
}

/** The error for a cursor that is malformed, or that belongs to another order of the list. */
export const invalidCursor = (field = 'cursor'): ApiError => invalid(field, t('lists.cursor'));
