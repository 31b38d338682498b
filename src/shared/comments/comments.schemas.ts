import { z } from 'zod';
import { ANCHOR, COMMENT_MAX, MENTIONS_MAX } from '../platform/limits.ts';
import { id, moment, person, prose } from '../platform/primitives.ts';

/**
 * What a comment is about within its version: a passage by its words and those around it (the TextQuoteSelector of the
 * W3C Web Annotation Data Model), the page where it stands where that is known, or a page alone.
 */
export const anchor = z.object({
  /** Empty for a whole page. */
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  /** From 1; null where the file has no pages, or nobody knows which. */
  page: z.number().int().nullable(),
});
export type Anchor = z.infer<typeof anchor>;

const givenAnchor = z
  .object({
    quote: prose(ANCHOR.quote).default(''),
    prefix: prose(ANCHOR.context).default(''),
    suffix: prose(ANCHOR.context).default(''),
    page: z.number().int().min(1).max(ANCHOR.page).nullable().default(null),
  })
  .refine(({ quote, page }) => quote !== '' || page !== null, { error: 'anchor' });

const text = prose(COMMENT_MAX).pipe(z.string().min(1));
const rev = z.number().int().min(0);
/** Who is named in it, as "@Ana Muñoz": they are told. */
const mentions = z
  .array(id)
  .max(MENTIONS_MAX)
  .transform((ids) => [...new Set(ids)]);

/** A comment on a version of a document, as whoever sees the working copy reads it. */
export const comment = z.object({
  _id: id,
  record: id,
  version: id,
  /** The version's number. */
  number: z.number().int(),
  text: z.string(),
  /** The comment that it replies to; null where it starts a thread. */
  parent: id.nullable(),
  mentions: z.array(person),
  /** Null where it is about the version as a whole. A reply has none: it is about what its thread is about. */
  anchor: anchor.nullable(),
  by: person,
  at: moment,
  editedAt: moment.nullable(),
  /** Null while it is open. */
  resolved: z.object({ by: person, at: moment }).nullable(),
  /** Grows with each change of it. */
  rev,
  may: z.object({ edit: z.boolean(), resolve: z.boolean() }),
});
export type Comment = z.infer<typeof comment>;

export const commentCreate = z.object({
  record: id,
  version: id,
  text,
  anchor: givenAnchor.nullable().default(null),
  /** The comment that it replies to, which starts an open thread; without an anchor then. */
  parent: id.nullable().default(null),
  mentions: mentions.default([]),
});

/** `rev` is the one that the person saw. */
export const commentUpdate = z.object({ text, rev, mentions: mentions.optional() });
export const commentResolve = z.object({ resolved: z.boolean(), rev });
