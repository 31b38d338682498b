import { z } from 'zod';
import { rut } from '../people/people.schemas.ts';
import { LOGO_BYTES_MAX } from '../platform/limits.ts';
import { email, id, line } from '../platform/primitives.ts';

const rev = z.number().int().min(0).max(2_147_483_647);

/** Whether this runtime knows the time zone. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z_]+(\/[A-Za-z_+\-0-9]+)*$/.test(name);
  } catch {
    return false;
  }
}

const phone = line(6, 30).refine((text) => /^\+?[\d\s()-]+$/.test(text), { error: 'phone' });

/** The organization's profile, for its admins. */
export const profile = z.object({
  _id: id,
  name: z.string(),
  /** Without points: `76412905-9`. */
  taxId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  timezone: z.string(),
  /** Identifies the picture; null where there is none. */
  logo: z.string().nullable(),
  rev,
});
export type Profile = z.infer<typeof profile>;

export const profileUpdate = z.object({
  name: line(2, 120),
  taxId: rut.nullable(),
  email: email.nullable(),
  phone: phone.nullable(),
  address: line(3, 200).nullable(),
  timezone: line(1, 64).refine(isTimeZone, { error: 'timezone' }),
  rev,
});
export type ProfileUpdate = z.output<typeof profileUpdate>;

/** A picture in base64. Its first bytes say which kind it is. */
export const logoUpdate = z.object({ data: z.base64().max(Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 4), rev });
