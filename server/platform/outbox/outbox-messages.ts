import type { ListName } from '#shared/realtime/lists.ts';

/**
 * Everything that the outbox carries: mail, realtime, and recomputation. Written in the transaction of the change that
 * causes it, handled by the outbox worker only.
 */
export type OutboxMessage =
  | RealtimeHint
  /** The hints of one change, where they are many: one row of the outbox. */
  | { kind: 'hints'; hints: readonly RealtimeHint[] }
  | { kind: 'mail'; mail: MailMessage }
  /** An organization's holidays changed: future due days are made again. */
  | { kind: 'holidays.changed'; organization: string }
  /** A reminder, queued for the time when it is due. */
  | { kind: 'reminder.due'; notification: string };

/** What people's screens and desktops are told. Each can also be fetched by HTTP. */
export type RealtimeHint =
  /**
   * A record, or something that its lists show, changed. `access`: its scope or authors did, so members of the library
   * who see it no more fetch again too.
   */
  | { kind: 'record.changed'; record: string; group: string; access?: true }
  /** Comments on a record changed: told to those who see its working copy. */
  | { kind: 'record.commented'; record: string }
  | { kind: 'folder.changed'; folder: string; group: string }
  | { kind: 'notification.created'; user: string; notification: string }
  /** Somebody's own notifications changed in another way, for example dismissed on another screen. */
  | { kind: 'notification.changed'; user: string; notification?: string }
  /** What somebody may see changed: memberships, flags, account. */
  | { kind: 'access.changed'; user: string }
  | { kind: 'client.revoked'; user: string; client: string }
  /**
   * A list of the organization changed: whoever may read it fetches it again. Written by every change itself
   * (db/change.ts).
   */
  | { kind: 'list.changed'; organization: string; list: ListName };

/** What somebody is told at once, because another person may have done it. */
export type SecurityNotice =
  | { readonly kind: 'totp.enabled' | 'totp.disabled' }
  /** `by` is missing where it was done on the server itself (`npm run user:totp-reset`). */
  | { readonly kind: 'totp.reset'; readonly by?: string }
  | { readonly kind: 'recovery.used'; readonly left: number }
  | { readonly kind: 'password.changed' }
  /** A sign-in from a new computer or browser. */
  | {
      readonly kind: 'device.new';
      readonly client: string;
      readonly device: string | null;
      readonly ip: string;
    }
  /** Told at the old address and at the new one. */
  | { readonly kind: 'email.changed'; readonly email: string; readonly by: string };

export type MailMessage =
  /** Those that were queued by an older server say neither organization nor who invites. */
  | {
      template: 'invitation';
      to: string;
      firstname: string;
      temporaryPassword: string;
      /** Its id. */
      organization?: string;
      by?: string;
    }
  /** An admin reset their password. */
  | { template: 'new_password'; to: string; firstname: string; temporaryPassword: string }
  | { template: 'reset'; to: string; firstname: string; code: string; secret: string }
  /** A link by which somebody without an account sends files; `until` is its last day. */
  | {
      template: 'file_request';
      to: string;
      secret: string;
      /** The names of the organization and of who asks. */
      organization: string;
      by: string;
      /** What is asked for. */
      title: string;
      until: string;
    }
  /** What somebody signs in with has changed: password, address, second step; or a recovery code was used. */
  | {
      template: 'security';
      to: string;
      firstname: string;
      what: SecurityNotice;
    }
  /**
   * Marks of the outbox worker. `single` is sent by itself and never grouped; `held` waits to become part of a group.
   * `more`: further notifications of the same change, so many that they go into one mail with it. `gathered`: one of
   * many about the same document, of which one an hour is mailed.
   */
  | {
      template: 'notice';
      to: string;
      notification: string;
      more?: readonly string[];
      single?: true;
      held?: true;
      gathered?: true;
    }
  /** Made by the outbox worker only, where more than five notices to one person would be mailed within a minute. */
  | { template: 'notices'; to: string; notifications: readonly string[] }
  /** The day's one mail. Its content is read when it is sent. */
  | { template: 'daily'; to: string; user: string; day: string };

const NO_HINT: ReadonlySet<OutboxMessage['kind']> = new Set([
  'mail',
  'holidays.changed',
  'reminder.due',
  'hints',
]);

/** Whether a message is only told to those who are connected. */
export const isHint = (message: OutboxMessage): message is RealtimeHint => !NO_HINT.has(message.kind);

/** More than `mails` notices to one person within `windowMs` become one mail (docs/domain/notifications.md). */
export const GROUPING = { mails: 5, windowMs: 60_000 } as const;

/** One mail to a person about the versions of one document that come by sync, in this time (docs/domain/notifications.md). */
export const GATHERING_MS = 3_600_000;
