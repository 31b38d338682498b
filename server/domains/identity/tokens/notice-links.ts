import { errors, jwtVerify, SignJWT } from 'jose';
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/notifications/notification-types.ts';

const AUDIENCE = 'legajo:notices';

/** Whose mails a link switches off, and of which types. It allows nothing else. */
export interface NoticeLink {
  readonly user: string;
  readonly types: readonly NotificationType[];
}

/** The links by which mails are switched off without signing in.
 * @param secret a key of its own, so that such a link is never taken for another token, nor the reverse */
export function createNoticeLinks(secret: Uint8Array) {
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
      try {
        const { payload } = await jwtVerify(token, secret, { audience: AUDIENCE, algorithms: ['HS256'] });
        const named: unknown[] = Array.isArray(payload.types) ? payload.types : [];
        const types = NOTIFICATION_TYPES.filter((type) => named.includes(type));
        return payload.sub && types.length > 0 ? { user: payload.sub, types } : null;
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
        throw error;
      }
    },
  };
}

export type NoticeLinks = ReturnType<typeof createNoticeLinks>;
