import { z } from 'zod';
import { BATCH_MAX } from '../platform/limits.ts';
import { id, named, person } from '../platform/primitives.ts';

/*
 * What a person answers for, who takes it over, and how they get it back: asked when their account is disabled, and when
 * that is undone.
 */

const version = z.number().int().min(1);
const lowerId = id.transform((text) => text.toLowerCase());
const once = (items: readonly { readonly _id: string }[]): boolean =>
  new Set(items.map(({ _id }) => _id)).size === items.length;

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
  /** What was given: its version since then, and who answered for it before. */
  obligations: z.array(
    named.extend({
      version,
      before: z.object({ responsible: id.nullable(), backup: id.nullable() }),
    }),
  ),
  /** The person was responsible for each. */
  rules: z.array(named.extend({ version })),
  /** Rules that stay: their library is archived, or whoever was chosen is no member of it. */
  stay: z.array(named),
});
export type HandedOver = z.infer<typeof handedOver>;

/** What was given away, as `handedOver` told it. */
export const handBack = z.object({
  obligations: z
    .array(
      z.object({
        _id: lowerId,
        version,
        before: z
          .object({ responsible: lowerId.nullable(), backup: lowerId.nullable() })
          .refine(({ responsible, backup }) => backup === null || backup !== responsible, {
            error: 'same_person',
          }),
      }),
    )
    .max(BATCH_MAX)
    .refine(once, { error: 'twice' }),
  rules: z
    .array(z.object({ _id: lowerId, version }))
    .max(BATCH_MAX)
    .refine(once, { error: 'twice' }),
});
export type HandBack = z.output<typeof handBack>;

const back = z.object({ _id: id, version });
export const handedBack = z.object({
  /** What came back, with its version since then. */
  obligations: z.array(back),
  rules: z.array(back),
  stay: z.array(
    z.object({
      _id: id,
      /** Null where it is gone. */
      name: z.string().nullable(),
      /** A sentence that says why it stays with whoever has it. */
      reason: z.string(),
    }),
  ),
});
export type HandedBack = z.infer<typeof handedBack>;
