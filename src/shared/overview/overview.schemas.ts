import { z } from 'zod';
import { redFolder } from '../compliance/compliance.schemas.ts';
import { byteSize } from '../platform/primitives.ts';
import { searchItem } from '../search/search.schemas.ts';

export const dashboard = z.object({
  records: z.number().int(),
  libraries: z.number().int(),
  toReview: z.object({ count: z.number().int(), items: z.array(searchItem) }),
  toPublish: z.object({ count: z.number().int(), items: z.array(searchItem) }),
  drafts: z.object({ count: z.number().int(), items: z.array(searchItem) }),
  /** Folders of one's libraries that do not comply by their own rules. */
  red: z.object({ count: z.number().int(), items: z.array(redFolder) }),
  recent: z.array(searchItem),
});
export type Dashboard = z.infer<typeof dashboard>;

/** A mail to oneself: what became of it. */
export const mailTest = z.object({
  to: z.string(),
  /** `smtp`: a server took it over. `files`: it lies as a file on this server, and reaches nobody. */
  by: z.enum(['smtp', 'files']),
  sent: z.boolean(),
  /** Why it was not sent. */
  reason: z.string().nullable(),
});
export type MailTest = z.infer<typeof mailTest>;

const count = z.number().int().min(0);

/** What lies on this server, and what it is. */
export const system = z.object({
  storage: z.object({
    documents: count,
    versions: count,
    /** Of all versions, each counted by itself. */
    bytes: byteSize,
    /** Of those, what lies there once although several versions have it. */
    sharedBytes: byteSize,
    /** Versions whose content was found damaged, and is not served until it is restored. */
    damaged: count,
    bin: z.object({ documents: count, bytes: byteSize }),
  }),
  versions: z.object({
    app: z.string(),
    server: z.string(),
    database: z.string(),
    schema: z.string(),
  }),
});
export type SystemFigures = z.infer<typeof system>;
