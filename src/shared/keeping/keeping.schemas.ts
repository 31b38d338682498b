import { z } from 'zod';
import { day } from '../platform/primitives.ts';
import { AWAITED, FOREVER, RETENTION_EVENTS } from './retention.ts';

/** The first day on which it is kept no more; `awaited`: what its period is counted from has not come. */
export const retainedUntil = z.union([z.enum([AWAITED, FOREVER]), day]);

/** For how long a document is kept, and by what, as far as whoever asks sees it. */
export const retention = z.object({
  until: retainedUntil,
  /** It may be deleted by now. */
  over: z.boolean(),
  /** The document type that asks for it; null where an admin's decision alone keeps it. */
  type: z.string().nullable(),
  months: z.number().int().nullable(),
  from: z.enum(RETENTION_EVENTS).nullable(),
  basis: z.string().nullable(),
  /** An admin keeps it longer than its type does; why is told to admins. */
  prolonged: z.boolean(),
  reason: z.string().nullable(),
});
export type Retention = z.infer<typeof retention>;
