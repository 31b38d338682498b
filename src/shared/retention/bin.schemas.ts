import { z } from 'zod';
import { recordState, scope } from '../access/access.schemas.ts';
import { retainedUntil } from '../keeping/keeping.schemas.ts';
import { PAGE } from '../platform/limits.ts';
import {
  byteSize,
  cursor,
  givenDay,
  givenMoment,
  id,
  line,
  manyRecords,
  moment,
  named,
  person,
  queryNumber,
} from '../platform/primitives.ts';
import { BIN_EMPTY_WORD, BIN_KEPT, BIN_SORTS } from './bin.ts';

/** What is looked for in the bin. Titles that are closed to this admin are not searched. */
const sought = {
  text: line(0, 80).optional(),
  group: id.optional(),
  deletedBy: id.optional(),
  /** The days of deletion, both included. */
  from: givenDay.optional(),
  to: givenDay.optional(),
  /** `held`: a hold lies over it; `retained`: its document type keeps it; `free`: nothing does. */
  kept: z.enum(BIN_KEPT).optional(),
};

export const binQuery = z.object({
  ...sought,
  sort: z.enum(BIN_SORTS).optional(),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type BinQuery = z.output<typeof binQuery>;

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
  retainedUntil: retainedUntil.nullable(),
  /** Holds that keep it, whatever else would let it go. */
  holds: z.array(named),
});
export type BinItem = z.infer<typeof binItem>;

const count = z.number().int().min(0);
/** Of all that is looked for, not of one page. */
export const binTotals = z.object({
  documents: count,
  bytes: byteSize,
  /** Of those, what a hold keeps, and what only its document type does. */
  held: count,
  retained: count,
});
export type BinTotals = z.infer<typeof binTotals>;
export const binPage = z.object({
  items: z.array(binItem),
  nextCursor: z.string().nullable(),
  /** With the first page alone. */
  totals: binTotals.nullable(),
});
export const binRestore = z.object({ record: id });
/** Where it stands again. */
export const binRestored = z.object({ record: id, group: id, folder: id.nullable() });

const many = z.object({ records: manyRecords });
export const binBatch = many;
/** Deletes what was there at a moment, so that nothing goes that whoever asked has not seen. */
export const binEmpty = z.object({ before: givenMoment, confirm: z.literal(BIN_EMPTY_WORD) });
export const binEmptied = z.object({
  gone: count,
  /** What may still go: one call deletes so many, and is made again until none is left. */
  left: count,
  held: count,
  retained: count,
});
export type BinEmptied = z.infer<typeof binEmptied>;
