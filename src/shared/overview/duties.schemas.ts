import { z } from 'zod';
import { id, named, person } from '../platform/primitives.ts';

/* What a person answers for, and who takes it over: asked when their account is disabled. */

export const duties = z.object({
  /** Obligations that go on, of calendars in use. */
  obligations: z.array(
    named.extend({
      calendar: named,
      as: z.enum(['responsible', 'backup']),
      /** Who takes it over as the backup, where there is one with an account in use. */
      backup: person.nullable(),
    }),
  ),
  rules: z.array(named.extend({ folder: named, group: named })),
});
export type Duties = z.infer<typeof duties>;

export const handOver = z.object({
  /** Who takes them over; null leaves them to nobody by name. */
  to: id.nullable(),
  /** Whether obligations with a backup go to that person instead. */
  backups: z.boolean().default(true),
});

export const handedOver = z.object({
  obligations: z.number().int(),
  rules: z.number().int(),
  /** Rules that stay: their library is archived, or whoever was chosen is no member of it. */
  stay: z.array(named),
});
export type HandedOver = z.infer<typeof handedOver>;
