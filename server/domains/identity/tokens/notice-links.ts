import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/notifications/notification-types.ts';

const AUDIENCE = 'legajo:notices';
const REPORTS = 'legajo:report-mails';

/** Whose mails a link switches off, and of which types. It allows nothing else. */
export interface NoticeLink {
  readonly user: string;
  readonly types: readonly NotificationType[];
}

/** Whose monthly report a link ends. It allows nothing else. */
export interface ReportMailToken {
  readonly user: string;
  readonly reportMail: string;
}

/** The links by which mails are switched off without signing in.
 * @param secret a key of its own, so that such a link is never taken for another token, nor the reverse */
export function createNoticeLinks(secret: Uint8Array) {
  /** Null where it is none of ours for this purpose. */
  async function open(token: string, audience: string): Promise<JWTPayload | null> {
    try {
      return (await jwtVerify(token, secret, { audience, algorithms: ['HS256'] })).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  return {
    /** The link never expires: a mail is opened years later, and must still let its reader unsubscribe. */
    sign: ({ user, types }: NoticeLink): Promise<string> =>
      new SignJWT({ types: [...types] })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(AUDIENCE)
        .setSubject(user)
        .sign(secret),

    /** Null where it is no such link, or not one of ours. */
    async read(token: string): Promise<NoticeLink | null> {
      const payload = await open(token, AUDIENCE);
      if (!payload) return null;
      const named: unknown[] = Array.isArray(payload.types) ? payload.types : [];
      const types = NOTIFICATION_TYPES.filter((type) => named.includes(type));
      return payload.sub && types.length > 0 ? { user: payload.sub, types } : null;
    },

    /** The same for one monthly report; neither link is taken for the other. */
    signReportMail: ({ user, reportMail }: ReportMailToken): Promise<string> =>
      new SignJWT({ mail: reportMail })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(REPORTS)
        .setSubject(user)
        .sign(secret),

    /** Null where it is no such link, or not one of ours. */
    async readReportMail(token: string): Promise<ReportMailToken | null> {
      const payload = await open(token, REPORTS);
      return payload?.sub && typeof payload.mail === 'string'
        ? { user: payload.sub, reportMail: payload.mail }
        : null;
    },
  };
}

export type NoticeLinks = ReturnType<typeof createNoticeLinks>;
