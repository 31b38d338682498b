import type { ListName } from '#shared/realtime/lists.ts';

/**
 * Everything that the outbox carries. Written in the transaction of the change it follows from, handled by the
 * outbox worker alone: mail, realtime, and what is recomputed.
 */
export type OutboxMessage =
  | RealtimeHint
  /** Those of one change, where they are many: one row of the outbox. */
  | { kind: 'hints'; hints: readonly RealtimeHint[] }
  | { kind: 'mail'; mail: MailMessage }
  /** An organization’s holidays changed: due days ahead are made again. */
  | { kind: 'holidays.changed'; organization: string }
  /** The moment of a reminder, queued for then. */
  | { kind: 'reminder.due'; notification: string };

/** What people's screens and desktops are told; each can be had by HTTP too. */
export type RealtimeHint =
  /**
   * A record, or something that its lists show, changed. `access`: its scope or authors did, so that members of the
   * library who see it no longer look again too.
   */
  | { kind: 'record.changed'; record: string; group: string; access?: true }
  | { kind: 'folder.changed'; folder: string; group: string }
  | { kind: 'notification.created'; user: string; notification: string }
  /** Somebody's own notifications changed otherwise: dismissed on another screen. */
  | { kind: 'notification.changed'; user: string; notification?: string }
  /** What somebody may see changed: memberships, flags, account. */
  | { kind: 'access.changed'; user: string }
  | { kind: 'client.revoked'; user: string; client: string }
  /** A list of the organization changed: whoever may read it looks again. Each change says so by itself (db/change.ts). */
  | { kind: 'list.changed'; organization: string; list: ListName };

/** What somebody is told at once, for it may not have been they who did it. */
export type SecurityNotice =
  | { readonly kind: 'totp.enabled' | 'totp.disabled' }
  /** `by` is missing where it was done at the server itself (`npm run user:totp-reset`). */
  | { readonly kind: 'totp.reset'; readonly by?: string }
  | { readonly kind: 'recovery.used'; readonly left: number }
  | { readonly kind: 'password.changed' }
  /** A sign-in from a computer or browser that is none of those before. */
  | {
      readonly kind: 'device.new';
      readonly client: string;
      readonly device: string | null;
      readonly ip: string;
    }
  /** Told at the address before, and at the new one. */
  | { readonly kind: 'email.changed'; readonly email: string; readonly by: string };

export type MailMessage =
  | { template: 'invitation'; to: string; firstname: string; temporaryPassword: string }
  /** An admin reset their password. */
  | { template: 'new_password'; to: string; firstname: string; temporaryPassword: string }
  | { template: 'reset'; to: string; firstname: string; code: string; secret: string }
  /** What somebody signs in by has changed: password, address, second step; or a recovery code was used. */
  | {
      template: 'security';
      to: string;
      firstname: string;
      what: SecurityNotice;
    }
  /**
   * Marks of the outbox worker: `single` goes by itself and no other takes it in, `held` waits to become part of one.
   * `more`: notifications of the same change, so many that they go in one mail with it in any case.
   */
  | {
      template: 'notice';
      to: string;
      notification: string;
      more?: readonly string[];
      single?: true;
      held?: true;
    }
  /** Made by the outbox worker alone, where more than five notices to one person would come within a minute. */
  | { template: 'notices'; to: string; notifications: readonly string[] }
  /** The day's one mail: what is in it is read when it goes out. */
  | { template: 'daily'; to: string; user: string; day: string };

const NO_HINT: ReadonlySet<OutboxMessage['kind']> = new Set([
  'mail',
  'holidays.changed',
  'reminder.due',
  'hints',
]);

/** Whether a message is told to those connected and leaves nothing behind. */
export const isHint = (message: OutboxMessage): message is RealtimeHint => !NO_HINT.has(message.kind);

/** More than `mails` notices to one person within `windowMs` become one mail (docs/domain/notifications.md). */
export const GROUPING = { mails: 5, windowMs: 60_000 } as const;
