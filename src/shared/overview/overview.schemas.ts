import { z } from 'zod';
import { occurrence } from '../calendars/calendars.schemas.ts';
import { redFolder } from '../compliance/compliance.schemas.ts';
import { byteSize } from '../platform/primitives.ts';
import { searchItem } from '../search/search.schemas.ts';

const dueDays = z.object({ count: z.number().int(), items: z.array(occurrence) });

export const dashboard = z.object({
  records: z.number().int(),
  libraries: z.number().int(),
  /** Apps that do not ask for tasks show these two, and `red`. */
  toReview: z.object({ count: z.number().int(), items: z.array(searchItem) }),
  toPublish: z.object({ count: z.number().int(), items: z.array(searchItem) }),
  drafts: z.object({ count: z.number().int(), items: z.array(searchItem) }),
  /** Folders of the caller's libraries that do not comply by their own rules. */
  red: z.object({ count: z.number().int(), items: z.array(redFolder) }),
  /** Those of them that are for others to put right: the caller's own are among their tasks. */
  othersRed: z.object({ count: z.number().int(), items: z.array(redFolder) }),
  /**
   * Overdue due days of the organization that are for others to meet, the longest overdue first. Null for whoever is neither
   * admin nor manager. Older servers send neither these nor `coming`.
   */
  othersOverdue: dueDays.nullable().optional(),
  /** Due days of the coming week that concern the caller and are not among their tasks yet. */
  coming: dueDays.optional(),
  recent: z.array(searchItem),
});
export type Dashboard = z.infer<typeof dashboard>;

/** The result of a test mail to the caller. */
export const mailTest = z.object({
  to: z.string(),
  /** `smtp`: a mail server accepted it. `files`: it was written as a file on this server, and reaches nobody. */
  by: z.enum(['smtp', 'files']),
  sent: z.boolean(),
  /** Why it was not sent. */
  reason: z.string().nullable(),
});
export type MailTest = z.infer<typeof mailTest>;

const count = z.number().int().min(0);

/** What this server stores, and its version. */
export const system = z.object({
  storage: z.object({
    documents: count,
    versions: count,
    /** The bytes of all versions, each counted by itself. */
    bytes: byteSize,
    /** Of those, the bytes that several versions share. */
    sharedBytes: byteSize,
    /** Versions whose content is damaged; it is not served until it is restored. */
    damaged: count,
    bin: z.object({ documents: count, bytes: byteSize }),
    /** Uploads that are announced or under way, and who has announced most of them. */
    uploading: z.object({
      files: count,
      bytes: byteSize,
      most: z.object({ name: z.string(), bytes: byteSize }).nullable(),
    }),
  }),
  versions: z.object({
    app: z.string(),
    server: z.string(),
    database: z.string(),
    schema: z.string(),
  }),
});
export type SystemFigures = z.infer<typeof system>;
