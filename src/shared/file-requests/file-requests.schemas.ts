import { z } from 'zod';
import { FILE_REQUEST } from '../platform/limits.ts';
import { byteSize, email, id, line, moment, person } from '../platform/primitives.ts';
import { LINK_SECRET } from './link-secret.ts';

/** What a link asks for. Later kinds are added here. */
export const FILE_REQUEST_KINDS = ['files'] as const;

/**
 * Whether a link takes files. `closed`: whoever made it may no longer upload there, is disabled, or the library is
 * archived. It opens again with that.
 */
export const LINK_STATES = ['open', 'full', 'expired', 'revoked', 'closed'] as const;
export type LinkState = (typeof LINK_STATES)[number];

export const linkSecret = z.string().regex(LINK_SECRET);
export const requestTitle = line(FILE_REQUEST.title.min, FILE_REQUEST.title.max);

const emails = z
  .array(email)
  .max(FILE_REQUEST.emails)
  .transform((all) => [...new Set(all)]);

export const fileRequestCreate = z.object({
  folder: id,
  title: requestTitle,
  /** To whom the link is mailed at once. */
  emails: emails.default([]),
});
export type FileRequestCreate = z.output<typeof fileRequestCreate>;

/** The secret is known only to whoever has the link: the server cannot mail it again by itself. */
export const fileRequestMail = z.object({
  secret: linkSecret,
  emails: emails.refine((all) => all.length > 0),
});

export const fileRequest = z.object({
  _id: id,
  folder: id,
  kind: z.enum(FILE_REQUEST_KINDS),
  title: z.string(),
  state: z.enum(LINK_STATES),
  createdBy: person,
  createdAt: moment,
  expiresAt: moment,
  revokedAt: moment.nullable(),
  revokedBy: person.nullable(),
  /** What has come by it; how many files are on their way now. */
  received: z.object({
    files: z.int(),
    bytes: byteSize,
    lastAt: moment.nullable(),
    pending: z.int(),
  }),
  maxFiles: z.int(),
  maxBytes: byteSize,
  /** To whom it was mailed, the first first. */
  mails: z.array(z.object({ email: z.string(), sentAt: moment, sentBy: person })),
});
export type FileRequest = z.infer<typeof fileRequest>;

export const fileRequests = z.object({
  /** Those that are open first, and then the newest. */
  requests: z.array(fileRequest),
  /** Whether this server sends mail. */
  mailLeaves: z.boolean(),
});

/** The link with its secret, which is told only now. */
export const fileRequestMade = z.object({ request: fileRequest, url: z.string() });
export type FileRequestMade = z.infer<typeof fileRequestMade>;
