import { z } from 'zod';
import { PAGE } from '../domain/limits.ts';
import {
  byteSize,
  cursor,
  id,
  moment,
  named,
  person,
  queryNumber,
  recordState,
  scope,
} from './primitives.ts';

export const binQuery = z.object({
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});

/** A document in the bin. */
export const binItem = z.object({
  _id: id,
  /** Null where it is closed to this admin: then the document has no name here either. */
  title: z.string().nullable(),
  file: z.object({ name: z.string(), type: z.string() }).nullable(),
  group: named,
  /** Where it goes back to; null is the library's root, also where its folder is gone. */
  folder: named.nullable(),
  state: recordState,
  scope,
  size: byteSize,
  deletedAt: moment,
  deletedBy: person.nullable(),
  /** When it is deleted for good by itself. */
  purgeAt: moment,
  /** Until then its document type's retention keeps it; null where none runs. */
  retainedUntil: moment.nullable(),
  /** Holds that keep it, whatever else would let it go. */
  holds: z.array(named),
});
export type BinItem = z.infer<typeof binItem>;

export const binPage = z.object({ items: z.array(binItem), nextCursor: z.string().nullable() });
export const binRestore = z.object({ record: id });
/** Where it stands again. */
export const binRestored = z.object({ record: id, group: id, folder: id.nullable() });
