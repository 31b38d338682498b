import { z } from 'zod';
import { password, recoveryOrCode, totpCode } from '../identity/auth.schemas.ts';
import { id, line, moment, named } from '../platform/primitives.ts';
import { client } from '../sync-feed/sync.schemas.ts';
import { user } from './people.schemas.ts';

/** One's own account. What others change of it, and who does, is said by the screen. */
export const profile = user
  .required({ email: true, rut: true, department: true, roles: true, lastSignInAt: true })
  .extend({
    /** The shortest password that the organization takes. */
    passwordMin: z.number().int(),
  });
export type Profile = z.infer<typeof profile>;

export const profileUpdate = z.object({ firstname: line(1, 80), lastname: line(1, 80) });
export type ProfileUpdate = z.output<typeof profileUpdate>;

/** One place where somebody is signed in. */
export const signedInSession = z.object({
  _id: id,
  client: z.enum(['web', 'desktop', 'cli', 'api']),
  /** How its client called itself: a computer's or a browser's name. */
  device: z.string().nullable(),
  createdAt: moment,
  lastUsedAt: moment,
  /** The one that this call came from. */
  current: z.boolean(),
  /** The desktop that keeps folders in step by it. */
  desktop: named.nullable(),
});
export type SignedInSession = z.infer<typeof signedInSession>;

/** By what somebody comes in: their sessions, their desktops, and the code that sign-in asks for. */
export const access = z.object({
  sessions: z.array(signedInSession),
  desktops: z.array(client),
  /** Null where the password alone lets them in. */
  totp: z
    .object({
      since: moment,
      /** Recovery codes that were not used yet. */
      recoveryCodes: z.number().int(),
    })
    .nullable(),
});
export type Access = z.infer<typeof access>;

/** How many sessions a call has ended. */
export const sessionsEnded = z.object({ ended: z.number().int() });

export const totpSetup = z.object({ password });
export const totpSecret = z.object({
  /** As one types it into an app: Base32. */
  secret: z.string(),
  /** The same as apps read it from a picture: `otpauth://totp/…`. */
  uri: z.string(),
});
export type TotpSecret = z.infer<typeof totpSecret>;
export const totpConfirm = z.object({ code: totpCode });
/** What takes the password and the second step once more. */
export const totpProof = z.object({ password, code: recoveryOrCode });
/** Said once; afterwards nobody can. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
