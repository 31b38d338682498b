import { z } from 'zod';
import { recordState } from '../access/access.schemas.ts';
import { PAGE } from '../platform/limits.ts';
import { cursor, id, moment, person, queryNumber } from '../platform/primitives.ts';

/** The kinds of events in a document's activity, from its audit trail. Uploads that never arrived are left out. */
export const ACTIVITY_KINDS = [
  'record.create',
  'record.update',
  'record.authors',
  'record.move',
  'record.delete',
  'record.restore',
  'record.state',
  'version.confirm',
  'version.add',
  'version.keep',
  'version.discard',
  'review.request',
  'publication.request',
] as const;

const ACTIVITY_FIELDS = [
  'title',
  'name',
  'notes',
  'labels',
  'documentType',
  'code',
  'date',
  'issuedOn',
  'validFrom',
  'expiresOn',
  'nextReviewOn',
  'scope',
  'authors',
  'place',
] as const;

export const activityItem = z.object({
  _id: id,
  kind: z.enum(ACTIVITY_KINDS),
  /** Null where no person did it. */
  by: person.nullable(),
  /** Who sent it by a link, in their own words; null for everybody else. */
  sender: z.string().nullable(),
  at: moment,
  /** The number of the version that it is about. */
  version: z.number().int().nullable(),
  /** The state that it led to. */
  state: recordState.nullable(),
  comment: z.string(),
  /** The version was kept beside the current one. */
  conflict: z.boolean(),
  /** The people who were asked. */
  to: z.array(person),
  /** Names, not ids. Null where there was none, or for a place that the reader does not know. */
  changes: z.array(
    z.object({ field: z.enum(ACTIVITY_FIELDS), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type ActivityItem = z.infer<typeof activityItem>;

export const activityQuery = z.object({
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export const activityPage = z.object({ items: z.array(activityItem), nextCursor: z.string().nullable() });
