import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Schema } from '../db/schema.ts';
import {
  invitationMail,
  type MailText,
  type RequestLine,
  resetMail,
  reviewDigestMail,
  reviewRequestMail,
} from '../mail/templates.ts';
import { loadViewers } from '../repositories/audience.ts';
import { findOwnAmong, recipientOf } from '../repositories/notifications.ts';
import type { MailMessage } from './outbox-messages.ts';

/**
 * The text of a queued mail, or null where there is nothing to say any more: its recipient was disabled, or may no
 * longer see the documents that it speaks of (domain: mail applies the one visibility rule).
 */
export async function mailText(
  db: Kysely<Schema>,
  config: Pick<Config, 'publicUrl' | 'resetCodeSeconds'>,
  mail: MailMessage,
): Promise<MailText | null> {
  switch (mail.template) {
    case 'invitation':
      return invitationMail({ ...mail, url: `${config.publicUrl}/` });
    case 'reset':
      return resetMail({
        ...mail,
        minutes: Math.round(config.resetCodeSeconds / 60),
        url: `${config.publicUrl}/password`,
      });
    case 'review-request': {
      const { firstname, requests } = await requestsOf(db, config, [mail.notification]);
      const [request] = requests;
      return request ? reviewRequestMail({ firstname, request }) : null;
    }
    case 'review-digest': {
      const { firstname, requests } = await requestsOf(db, config, mail.notifications);
      const [first] = requests;
      if (!first) return null;
      return requests.length === 1
        ? reviewRequestMail({ firstname, request: first })
        : reviewDigestMail({ firstname, requests });
    }
  }
}

async function requestsOf(
  db: Kysely<Schema>,
  config: Pick<Config, 'publicUrl'>,
  notifications: readonly string[],
): Promise<{ firstname: string; requests: RequestLine[] }> {
  const nobody = { firstname: '', requests: [] };
  const user = notifications[0] ? await recipientOf(db, notifications[0]) : null;
  const viewer = user ? (await loadViewers(db, [user])).get(user) : undefined;
  if (!viewer) return nobody;
  const rows = await findOwnAmong(db, viewer, notifications);
  return {
    firstname: viewer.firstname,
    requests: rows.map((row) => ({
      title: row.title,
      library: row.group_name,
      from: row.from_user === viewer.user ? 'ti (desde tu escritorio)' : `${row.firstname} ${row.lastname}`,
      comment: row.comment,
      url: `${config.publicUrl}/records/view/${row.record_id}`,
    })),
  };
}
