import { z } from 'zod';
import { password, recoveryOrCode, totpCode } from '../identity/auth.schemas.ts';
import { id, line, moment, named } from '../platform/primitives.ts';
import { client } from '../sync-feed/sync.schemas.ts';
import { user } from './people.schemas.ts';

/** The caller's own account. The screen says which fields only an admin may change. */
export const profile = user
  .required({ email: true, rut: true, department: true, roles: true, lastSignInAt: true })
  .extend({
    /** The minimum length of the organization's password policy. */
    passwordMin: z.number().int(),
  });
export type Profile = z.infer<typeof profile>;

export const profileUpdate = z.object({ firstname: line(1, 80), lastname: line(1, 80) });
export type ProfileUpdate = z.output<typeof profileUpdate>;

/** One session of a person. */
export const signedInSession = z.object({
  _id: id,
  client: z.enum(['web', 'desktop', 'cli', 'api']),
  /** The name that the client gave: a computer's or a browser's. */
  device: z.string().nullable(),
  createdAt: moment,
  lastUsedAt: moment,
  /** Whether this call belongs to it. */
  current: z.boolean(),
  /** The desktop that syncs with this session. */
  desktop: named.nullable(),
});
export type SignedInSession = z.infer<typeof signedInSession>;

/** How somebody signs in: their sessions, their desktops, and their second step. */
export const access = z.object({
  sessions: z.array(signedInSession),
  desktops: z.array(client),
  /** Null where the password alone is enough. */
  totp: z
    .object({
      since: moment,
      /** How many recovery codes are left. */
      recoveryCodes: z.number().int(),
    })
    .nullable(),
});
export type Access = z.infer<typeof access>;

/** How many sessions a call has ended. */
export const sessionsEnded = z.object({ ended: z.number().int() });

export const totpSetup = z.object({ password });
export const totpSecret = z.object({
  /** The secret as a person types it into an app: Base32. */
  secret: z.string(),
  /** The secret as a QR code's content: `otpauth://totp/…`. */
  uri: z.string(),
});
export type TotpSecret = z.infer<typeof totpSecret>;
export const totpConfirm = z.object({ code: totpCode });
/** Proof of who is there: the password and the second step once more. */
export const totpProof = z.object({ password, code: recoveryOrCode });
/** Shown only once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
