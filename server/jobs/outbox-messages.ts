/**
 * Everything that the outbox carries. Written in the transaction of the change it follows from, handled by the
 * outbox worker alone: mail, realtime, and what is recomputed.
 */
export type OutboxMessage =
  /** A record, or something that its lists show, changed. */
  | { kind: 'record.changed'; record: string; group: string }
  | { kind: 'folder.changed'; folder: string; group: string }
  /** Somebody's own notifications changed. */
  | { kind: 'notification.changed'; user: string; notification?: string }
  /** What somebody may see changed: memberships, flags, account. */
  | { kind: 'access.changed'; user: string }
  | { kind: 'client.revoked'; user: string; client: string }
  | { kind: 'mail'; mail: MailMessage };

export type MailMessage =
  | { template: 'invitation'; to: string; firstname: string; temporaryPassword: string }
  | { template: 'reset'; to: string; firstname: string; code: string }
  | { template: 'review-request'; to: string; notification: string };
