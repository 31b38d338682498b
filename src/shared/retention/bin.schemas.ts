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

/** Filters of the bin. Titles that are closed to this admin are not searched. */
const sought = {
  text: line(0, 80).optional(),
  group: id.optional(),
  deletedBy: id.optional(),
  /** The days of deletion, both included. */
  from: givenDay.optional(),
  to: givenDay.optional(),
  /** `held`: a hold keeps it; `retained`: its document type keeps it; `free`: nothing does. */
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
  /** Null where it is closed to this admin. */
  title: z.string().nullable(),
  file: z.object({ name: z.string(), type: z.string() }).nullable(),
  group: named,
  /** Where it will be restored to. Null for the library's root, also where its folder is gone. */
  folder: named.nullable(),
  state: recordState,
  scope,
  size: byteSize,
  deletedAt: moment,
  deletedBy: person.nullable(),
  /** When it will be deleted for good automatically. */
  purgeAt: moment,
  /** Until when its document type keeps it; null where no period runs. */
  retainedUntil: retainedUntil.nullable(),
  /** Holds that keep it. */
  holds: z.array(named),
});
export type BinItem = z.infer<typeof binItem>;

const count = z.number().int().min(0);
/** For all documents that match, not for one page. */
export const binTotals = z.object({
  documents: count,
  bytes: byteSize,
  /** Of those, what a hold keeps, and what only its document type keeps. */
  held: count,
  retained: count,
});
export type BinTotals = z.infer<typeof binTotals>;
export const binPage = z.object({
  items: z.array(binItem),
  nextCursor: z.string().nullable(),
  /** Only with the first page. */
  totals: binTotals.nullable(),
});
export const binRestore = z.object({ record: id });
/** Where it is again. */
export const binRestored = z.object({ record: id, group: id, folder: id.nullable() });

const many = z.object({ records: manyRecords });
export const binBatch = many;
/** Deletes what was in the bin at a moment, so that nothing is deleted that the caller has not seen. */
export const binEmpty = z.object({ before: givenMoment, confirm: z.literal(BIN_EMPTY_WORD) });
export const binEmptied = z.object({
  gone: count,
  /** How many are left: one call deletes a limited number, and is repeated until none is left. */
  left: count,
  held: count,
  retained: count,
});
export type BinEmptied = z.infer<typeof binEmptied>;
