import { z } from 'zod';
import { RETENTION_EVENTS, RETENTION_LIMITS } from '../keeping/retention.ts';
import { PAGE } from '../platform/limits.ts';
import { byteSize, cursor, day, id, manyRecords, named, prose, queryNumber } from '../platform/primitives.ts';

const { reason, years } = RETENTION_LIMITS;

export const retentionQuery = z.object({
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});

/** A document whose period is over and that is not in the bin. */
export const endedItem = z.object({
  _id: id,
  /** Null where it is closed to this admin; its type is then not given either. */
  title: z.string().nullable(),
  file: z.object({ name: z.string(), type: z.string() }).nullable(),
  size: byteSize.nullable(),
  group: named,
  folder: z.string().nullable(),
  type: z.string().nullable(),
  months: z.number().int().nullable(),
  from: z.enum(RETENTION_EVENTS).nullable(),
  /** The day from which on it may be deleted. */
  until: day,
  prolonged: z.boolean(),
  /** Whether a hold keeps it all the same. */
  held: z.boolean(),
});
export type EndedItem = z.infer<typeof endedItem>;
export const endedPage = z.object({ items: z.array(endedItem), nextCursor: z.string().nullable() });

const many = { records: manyRecords };
export const retentionRemove = z.object(many);
export const retentionExtend = z.object({
  ...many,
  /** Counted from today. */
  years: z.number().int().min(1).max(years),
  reason: prose(reason.max).pipe(z.string().min(reason.min)),
});
