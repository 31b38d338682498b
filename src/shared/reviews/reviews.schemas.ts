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
  /** The metadata that the reviewer saw; the screens always send it. */
  rev: z.number().int().min(0).optional(),
});

/** Asks for a review, or for a publication: of named people, else of all who hold the role. */
export const reviewRequest = z.object({
  record: id,
  version: id,
  to: z.array(id).max(50).optional(),
  message: prose(COMMENT_MAX).default(''),
  dueOn: givenDay.optional(),
});

/** What somebody asks of a version, until it is decided or another one takes its place. */
export const openRequest = z.object({
  _id: id,
  kind: z.enum(['review', 'publication']),
  by: person,
  /** Of whom, by name; nobody means all who hold the role. */
  to: z.array(person),
  message: z.string(),
  dueOn: day.nullable(),
  createdAt: moment,
});
export type OpenRequest = z.infer<typeof openRequest>;

/** What waits for one: to review, to publish, and one's own that was sent back or never sent. */
export const PENDING_SECTIONS = ['review', 'publish', 'mine'] as const;

export const pendingQuery = z.object({
  section: z.enum(PENDING_SECTIONS),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type PendingQuery = z.output<typeof pendingQuery>;

export const pendingItem = searchItem.extend({
  /** What was asked, the most pressing where there are several; null where it only stands in its state. */
  request: z
    .object({
      by: person,
      message: z.string(),
      dueOn: day.nullable(),
      createdAt: moment,
      /** It was asked of the caller by name. */
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
