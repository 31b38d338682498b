import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { postpone, removeAbsorbed, replaceMessage } from '../../../platform/outbox/outbox.queries.ts';
import { GATHERING_MS, type MailMessage } from '../../../platform/outbox/outbox-messages.ts';
import { claimGathered, type Gathered, lastMailedAbout } from './gathered.queries.ts';

export type NoticeMail = Extract<MailMessage, { template: 'notice' }>;

/**
 * Decides about a mail that tells of a version which came by sync. Somebody who saves every few minutes makes a version
 * every few minutes: each reviewer is mailed of it at once, and of those that follow once an hour for each document
 * (docs/domain/notifications.md). Every version queues a mail, so that none waits for a worker that has died; the first
 * that is due takes the others' notifications along.
 * @returns what to send now; null where the row waits on, or another mail has told of it
 */
export function gather(
  db: Kysely<Schema>,
  row: number,
  { to, notification }: NoticeMail,
  at: Date,
): Promise<MailMessage | null> {
  return db.transaction().execute(async (trx) => {
    const [since, before] = [-GATHERING_MS, GATHERING_MS].map((ms) => new Date(at.getTime() + ms)) as [
      Date,
      Date,
    ];
    const last = await lastMailedAbout(trx, notification, { since, before });
    if (last) {
      await postpone(trx, row, new Date(last.getTime() + GATHERING_MS), null);
      return null;
    }
    const [newest, ...more] = withoutRepeats(await claimGathered(trx, notification, at));
    if (!newest) {
      await removeAbsorbed(trx, [row]);
      return null;
    }
    // Written with the claim: if the process dies now, the mail is sent by another.
    const mail: MailMessage =
      more.length === 0
        ? { template: 'notice', to, notification: newest.id }
        : { template: 'notices', to, notifications: [newest, ...more].map(({ id }) => id) };
    await replaceMessage(trx, row, { kind: 'mail', mail });
    return mail;
  });
}

/** The newest of each sender, and whatever has words or a day of its own. */
function withoutRepeats(gathered: readonly Gathered[]): readonly Gathered[] {
  const senders = new Set<string | null>();
  return gathered.filter(({ from_user, comment, due_on }) => {
    const isFirst = !senders.has(from_user);
    senders.add(from_user);
    return isFirst || comment !== '' || due_on !== null;
  });
}
