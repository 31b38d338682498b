import { z } from 'zod';
import { recordState } from '../access/access.schemas.ts';
import { COMMENT_MAX, PAGE } from '../platform/limits.ts';
import { cursor, day, givenDay, id, moment, person, prose, queryNumber } from '../platform/primitives.ts';
import { searchItem } from '../search/search.schemas.ts';

/** Every transition is one of these. */
export const review = z.object({
  _id: id,
  record: id,
  version: id,
  number: z.number().int(),
  from: recordState,
  to: recordState,
  comment: z.string(),
  user: person,
  at: moment,
});
export type Review = z.infer<typeof review>;

export const reviewCreate = z.object({
  record: id,
  version: id,
  state: recordState,
  comment: prose(COMMENT_MAX).default(''),
  /** The rev of the metadata that the reviewer saw. Screens always send it. */
  rev: z.number().int().min(0).optional(),
});

/** Requests a review or a publication: from named people, else from all who hold the role. */
export const reviewRequest = z.object({
  record: id,
  version: id,
  to: z.array(id).max(50).optional(),
  message: prose(COMMENT_MAX).default(''),
  dueOn: givenDay.optional(),
});

/** A request about a version. It is open until the version is decided or another one is current. */
export const openRequest = z.object({
  _id: id,
  kind: z.enum(['review', 'publication']),
  by: person,
  /** The people who were named; empty means all who hold the role. */
  to: z.array(person),
  message: z.string(),
  dueOn: day.nullable(),
  createdAt: moment,
});
export type OpenRequest = z.infer<typeof openRequest>;

/** What waits for a person: to review, to publish, and their own drafts that were rejected or never sent. */
export const PENDING_SECTIONS = ['review', 'publish', 'mine'] as const;

export const pendingQuery = z.object({
  section: z.enum(PENDING_SECTIONS),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type PendingQuery = z.output<typeof pendingQuery>;

export const pendingItem = searchItem.extend({
  /** The most urgent request; null where nobody asked and it only is in that state. */
  request: z
    .object({
      by: person,
      message: z.string(),
      dueOn: day.nullable(),
      createdAt: moment,
      /** Whether the caller was named. */
      named: z.boolean(),
    })
    .nullable(),
});
export type PendingItem = z.infer<typeof pendingItem>;

export const pendingPage = z.object({
  items: z.array(pendingItem),
  nextCursor: z.string().nullable(),
  /** On the first page; exact to 1000, then "1000+". */
  total: z.object({ count: z.number().int(), more: z.boolean() }).optional(),
});
export type PendingPage = z.infer<typeof pendingPage>;
