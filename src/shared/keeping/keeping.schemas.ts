import { z } from 'zod';
import { day } from '../platform/primitives.ts';
import { AWAITED, FOREVER, RETENTION_EVENTS } from './retention.ts';

/** The first day on which it is not kept any more; `awaited`: the event that its period is counted from has not come. */
export const retainedUntil = z.union([z.enum([AWAITED, FOREVER]), day]);

/** How long a document is kept, and by what, as far as the caller sees it. */
export const retention = z.object({
  until: retainedUntil,
  /** Whether it may be deleted now. */
  over: z.boolean(),
  /** The document type that keeps it; null where only an admin's decision does. */
  type: z.string().nullable(),
  months: z.number().int().nullable(),
  from: z.enum(RETENTION_EVENTS).nullable(),
  basis: z.string().nullable(),
  /** An admin keeps it longer than its type does. The reason is shown to admins. */
  prolonged: z.boolean(),
  reason: z.string().nullable(),
});
export type Retention = z.infer<typeof retention>;
