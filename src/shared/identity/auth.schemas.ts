import { z } from 'zod';
import { directoryGroup } from '../access/access.schemas.ts';
import { PASSWORD_MAX } from '../platform/limits.ts';
import { email, id, line, moment, named } from '../platform/primitives.ts';
import { isTotpCode, isTotpOrRecovery, plainCode } from './typed-codes.ts';

/** Any text: the organization's policy judges it, not the schema. */
export const password = z.string().min(1).max(PASSWORD_MAX);

/**
 * The key by which a client other than a browser is recognized; a browser has a cookie for that. It opens nothing by
 * itself.
 */
export const deviceKey = z.string().regex(/^[\w-]{43}$/);

export const signIn = z.object({
  email,
  password,
  /** `web`: the refresh token is set as a cookie, and is not in the body. */
  client: z.enum(['web', 'desktop', 'cli', 'api']).optional(),
  /** The session's name in the list of the person's sessions. */
  device: line(1, 80).optional(),
  deviceKey: deviceKey.optional(),
});
export type SignIn = z.infer<typeof signIn>;

export const tokens = z.object({
  idToken: z.string(),
  /** Absent where a cookie has it. */
  refreshToken: z.string().optional(),
  /** Seconds until the identity token ends. */
  expiresIn: z.number().int(),
  /** For the next sign-in from this computer. Given at a sign-in, and absent for browsers. */
  deviceKey: deviceKey.optional(),
});
export type Tokens = z.infer<typeof tokens>;

export const challengeIssued = z.object({
  challenge: z.enum(['NEW_PASSWORD_REQUIRED', 'TOTP']),
  session: z.string(),
});
export const signInResult = z.union([tokens, challengeIssued]);
export type SignInResult = z.infer<typeof signInResult>;

const typedCode = z.string().max(60).transform(plainCode);

/** What an authenticator app shows. */
export const totpCode = typedCode.refine(isTotpCode, { error: 'totp' });

/** The same, or one of the recovery codes. */
export const recoveryOrCode = typedCode.refine(isTotpOrRecovery, { error: 'totp_or_recovery' });

export const challengeAnswer = z.object({
  session: z.string().min(1).max(4000),
  newPassword: password.optional(),
  code: recoveryOrCode.optional(),
  deviceKey: deviceKey.optional(),
});
export const refresh = z.object({ refreshToken: z.string().min(1).max(500).optional() });
export const forgot = z.object({ email });
export const reset = z.object({
  email,
  /** The mailed six digits, or the secret of the mailed link. */
  code: z.string().regex(/^(\d{6}|[\w-]{43})$/),
  password,
});
/** The secret of an access link, before a password is set by it. */
export const welcomeAsked = z.object({ email, secret: z.string().regex(/^[\w-]{43}$/) });
export const welcome = z.object({
  organization: z.string(),
  /** Null where whoever made the link is gone. */
  invitedBy: z.string().nullable(),
  expiresAt: moment,
});
export type Welcome = z.infer<typeof welcome>;
export const changePassword = z.object({ current: password, password });

/** First run of an installation without demo data: the console prints the one-time code. */
export const firstRun = z.object({
  code: z.string().min(1).max(100),
  organization: line(2, 120),
  email,
  firstname: line(1, 80),
  lastname: line(1, 80),
  password,
});
export const firstRunState = z.object({ needed: z.boolean() });

export const session = z.object({
  _id: id,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  /** `logo` identifies the picture, so that a new one is noticed; null where there is none. */
  organization: named.extend({
    logo: z.string().nullable(),
    /** IANA name of the zone by whose days everything of it goes. Older servers do not say it. */
    timezone: z.string().optional(),
  }),
  roles: z.array(directoryGroup),
  isAdmin: z.boolean(),
  isManager: z.boolean(),
  /**
   * Until they have set up the second step that their organization requires, nothing else is open to them. Older
   * servers do not send it.
   */
  lacksSecondStep: z.boolean().optional(),
  claims: z.record(z.string(), z.unknown()),
  /**
   * Whether this server sends mail. Told to admins: without it nobody receives their invitation. Older servers do not
   * say it.
   */
  mailLeaves: z.boolean().optional(),
  /** Changes when the server was restored from a backup: what desktops sent since may be missing. */
  epoch: z.string(),
  /**
   * Where the person's own realtime channel stands. A client that resumes from here hears of what changed between this
   * answer and its socket's first frames. Older servers do not send it.
   */
  live: z.object({ epoch: z.string(), seq: z.int().nonnegative() }).optional(),
});
export type Session = z.infer<typeof session>;
