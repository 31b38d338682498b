import { z } from 'zod';
import { id, moment, person, prose } from '../platform/primitives.ts';

/** A comment; a request to one person for a document that shows it; that person's answer that they have none. */
export const COMMENT_KINDS = ['comment', 'request', 'decline'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];
/** How a request ended. */
export const REQUEST_ANSWERS = ['given', 'declined', 'withdrawn'] as const;
export type RequestAnswer = (typeof REQUEST_ANSWERS)[number];

/** Maximum number of characters of a comment, and of comments on one due day. */
export const DUE_COMMENT = { max: 1000, count: 200 } as const;

export const dueCommentCreate = z
  .object({
    kind: z.enum(COMMENT_KINDS).default('comment'),
    /** May be empty in a request and in its answer. */
    text: prose(DUE_COMMENT.max).default(''),
    /** Whom a request asks. */
    asks: id.nullable().default(null),
  })
  .superRefine(({ kind, text, asks }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'comment' && text === '') refuse('text', 'comment_text');
    if ((kind === 'request') !== (asks !== null)) refuse('asks', 'asked_person');
  });
export type DueCommentCreate = z.output<typeof dueCommentCreate>;

export const dueComment = z.object({
  _id: id,
  kind: z.enum(COMMENT_KINDS),
  by: person,
  at: moment,
  text: z.string(),
  asks: person.nullable(),
  /** Null while the request is open, and for what is no request. */
  answer: z.enum(REQUEST_ANSWERS).nullable(),
});
export type DueComment = z.infer<typeof dueComment>;
